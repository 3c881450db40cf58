"""Where pictures come from: camera, video file, image folder, stream and simulated table."""
