"""Photos at once: the host holds none of them, one is decoded after the other, the rest wait or are told to."""

from __future__ import annotations

import http.client
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np

from tests.programs.running import Running, running, seated

LARGE = 8


def photo() -> bytes:
    """Some 11 MB of a picture of 12 megapixels."""
    noise = np.random.default_rng(2).integers(0, 255, (3000, 4000, 3), dtype=np.uint8)
    drawn = cv2.GaussianBlur(noise, (0, 0), 0.8)
    return bytes(cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, 96])[1])


def peak(pid: int) -> int:
    """The most memory (MiB) that a process ever held."""
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in status if line.startswith("VmHWM")).split()[1]) // 1024


def sent(host: Running, token: str, ask: int, content: bytes) -> int:
    """Send a photo; the answer's status."""
    where = urllib.parse.urlsplit(host.url)
    connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=60)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "image/jpeg"}
    try:
        connection.request("POST", f"/api/dispute/photo?ask={ask}", content, headers)
        return connection.getresponse().status
    except (ConnectionError, http.client.HTTPException):
        return 0
    finally:
        connection.close()


def disputed(host: Running) -> tuple[str, int]:
    """A throw by hand that another seat disputes: the disputing seat's token, and the dispute."""
    seats, state = seated(host), host.state()
    seat, question = next(iter(state["question"].items()))
    wands = {colour: {"top": top} for colour, top in (("red", 2), ("black", 1), ("white", 0))}
    throw = {"seq": state["seq"], "request": "t", "seat": seat, "question": question}
    assert host.ask("/api/act", {**throw, "action": {"type": "throw", "wands": wands}}, seats[seat])
    other = next(each for each in seats if each != seat)
    assert host.ask("/api/dispute", {"seq": host.state()["seq"], "request": "d", "seat": other}, seats[other])
    return seats[other], host.state()["ask"]["id"]


def test_eight_large_photos_at_once_stay_within_the_memory_of_the_unit(tmp_path: Path) -> None:
    content = photo()
    assert 8e6 < len(content) < 12e6
    with running(tmp_path / "data") as host:
        token, ask = disputed(host)
        before = peak(host.worker)
        with ThreadPoolExecutor(LARGE) as phones:
            answers = list(phones.map(lambda _: sent(host, token, ask, content), range(LARGE)))
        assert 200 in answers and set(answers) <= {200, 409, 429}
        assert peak(host.worker) - before <= 16
        assert host.state()["seq"] > 0
