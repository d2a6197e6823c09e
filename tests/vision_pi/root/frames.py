"""The pictures that the virtual camera plays: a red disc that moves to the right on grey, over and over."""

import sys
from pathlib import Path

import cv2
import numpy as np

COUNT, STEP, FIRST = 12, 80, 140


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(COUNT):
        picture = np.full((960, 1280, 3), 128, np.uint8)
        cv2.circle(picture, (FIRST + number * STEP, 480), 60, (0, 0, 230), -1)
        cv2.imwrite(str(folder / f"{number}.jpg"), picture)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
