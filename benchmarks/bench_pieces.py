"""How long the learner of pieces takes to learn and to judge, beside decoding one JPEG of a full frame."""

import time

import cv2
import numpy as np

from vision.pieces import PieceModel

SIDE = 100
LABELS = [f"kind {number}" for number in range(8)]


def patches(each: int) -> list[np.ndarray]:
    chance = np.random.default_rng(1)
    grounds = chance.integers(40, 210, (len(LABELS), 3))
    noise = chance.normal(0, 12, (each, SIDE, SIDE, 3))
    return [np.clip(ground + grain, 0, 255).astype(np.uint8) for ground in grounds for grain in noise]


def seconds(work) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    cv2.setNumThreads(1)
    frame = cv2.imencode(".jpg", np.random.default_rng(2).integers(0, 255, (1080, 1920, 3), dtype=np.uint8))[
        1
    ]
    decoding = seconds(lambda: [cv2.imdecode(frame, cv2.IMREAD_COLOR) for _ in range(10)]) / 10
    taught, asked = patches(15), patches(25)
    labels = [label for label in LABELS for _ in range(15)]
    model = PieceModel()
    learning = seconds(lambda: model.learn(taught, labels))
    judging = seconds(lambda: model.judge_many(asked)) / len(asked)
    print(f"decode a 1920x1080 JPEG   {decoding * 1000:7.2f} ms")
    print(f"learn {len(taught)} patches         {learning * 1000:7.0f} ms")
    print(f"judge a patch             {judging * 1000:7.2f} ms   {judging / decoding:5.3f} of a decode")


if __name__ == "__main__":
    main()
