"""Where pictures come from: camera, video file, image folder, stream and simulated table."""

import os

# FFmpeg inside OpenCV reads this once, at its first use; its words on stderr mean nothing to a person at a table.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
