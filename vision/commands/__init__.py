"""One module for each subcommand; what is heavy is imported when the command runs, so that help comes at once."""
