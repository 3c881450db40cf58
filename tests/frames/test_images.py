import io
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from vision.errors import ImageError, SourceError
from vision.frames.images import list_images, read_coloured, read_image, write_image

PICTURE = np.zeros((40, 60, 3), np.uint8)
PICTURE[:20, :30] = (255, 0, 0)  # blue, top left


def png(path: Path, image: np.ndarray) -> Path:
    assert cv2.imwrite(str(path), image)
    return path


def test_a_colour_picture_comes_back_as_it_was(tmp_path: Path) -> None:
    assert np.array_equal(read_image(png(tmp_path / "p.png", PICTURE)), PICTURE)


def test_a_name_with_other_letters_is_read(tmp_path: Path) -> None:
    png(tmp_path / "p.png", PICTURE).rename(tmp_path / "牌 é.png")
    assert read_image(tmp_path / "牌 é.png").shape == (40, 60, 3)


@pytest.mark.parametrize(
    ("orientation", "blue"),
    [(1, (5, 5)), (2, (5, -5)), (3, (-5, -5)), (4, (-5, 5)), (5, (5, 5)), (6, (5, -5)), (7, (-5, -5)), (8, (-5, 5))],
)
def test_phone_pictures_are_turned_upright(tmp_path: Path, orientation: int, blue: tuple[int, int]) -> None:
    path = tmp_path / "p.jpg"
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    Pillow.fromarray(PICTURE[:, :, ::-1]).save(path, quality=95, exif=exif)
    image = read_image(path)
    assert image.shape == ((40, 60, 3) if orientation < 5 else (60, 40, 3))
    assert image[blue][0] > 200
    assert image[blue][2] < 50


def test_a_grey_picture_gets_three_channels(tmp_path: Path) -> None:
    image = read_image(png(tmp_path / "p.png", np.full((4, 6), 77, np.uint8)))
    assert image.shape == (4, 6, 3)
    assert (image == 77).all()


def test_sixteen_bits_become_eight(tmp_path: Path) -> None:
    image = read_image(png(tmp_path / "p.png", np.full((4, 6, 3), 0x8040, np.uint16)))
    assert image.dtype == np.uint8
    assert (image == 0x80).all()


def test_transparent_parts_become_white(tmp_path: Path) -> None:
    rgba = np.zeros((4, 6, 4), np.uint8)
    rgba[:, :3] = (10, 20, 30, 255)
    rgba[:, 3] = (0, 0, 0, 51)
    image = read_image(png(tmp_path / "p.png", rgba))
    assert image[0, 0].tolist() == [10, 20, 30]
    assert image[0, 3].tolist() == [204, 204, 204]
    assert image[0, 5].tolist() == [255, 255, 255]


def test_a_transparent_picture_is_turned_upright_too(tmp_path: Path) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6
    Pillow.new("RGBA", (60, 40), (0, 0, 255, 128)).save(tmp_path / "p.png", exif=exif)
    assert read_image(tmp_path / "p.png").shape == (60, 40, 3)


def test_palette_pictures_are_read(tmp_path: Path) -> None:
    Pillow.fromarray(PICTURE[:, :, ::-1]).convert("P").save(tmp_path / "p.png")
    assert read_image(tmp_path / "p.png")[5, 5].tolist() == [255, 0, 0]


def whole_jpeg() -> bytes:
    data = io.BytesIO()
    Pillow.fromarray(np.random.default_rng(1).integers(0, 255, (80, 80, 3), np.uint8)).save(data, "JPEG")
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"", "is empty"), (b"hello", "no picture"), (whole_jpeg()[:200], "no picture"), (whole_jpeg()[:-900], "cut off")],
)
def test_files_that_are_no_pictures_are_told(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "p.jpg"
    path.write_bytes(data)
    with pytest.raises(ImageError, match=words) as caught:
        read_image(path)
    assert str(path) in str(caught.value)


def test_a_cut_off_png_is_told_without_the_librarys_own_words(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = png(tmp_path / "p.png", np.random.default_rng(1).integers(0, 255, (80, 80, 3), np.uint8))
    path.write_bytes(path.read_bytes()[:9000])
    with pytest.raises(ImageError, match="cut off"):
        read_image(path)
    assert capfd.readouterr() == ("", "")


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(ImageError, match="does not exist"):
        read_image(tmp_path / "gone.jpg")
    with pytest.raises(ImageError, match="cannot be read"):
        read_image(tmp_path)


def test_writing_makes_the_folder_and_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "new" / "deep" / "p.png"
    write_image(path, PICTURE)
    assert np.array_equal(read_image(path), PICTURE)


def test_an_unknown_format_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(ImageError, match=r"\.xyz is no picture format"):
        write_image(tmp_path / "p.xyz", PICTURE)


def test_a_refusing_disk_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ImageError, match="cannot be written"):
        write_image(tmp_path / "file" / "p.png", PICTURE)


def test_pictures_of_a_folder_in_the_order_people_expect(tmp_path: Path) -> None:
    for name in ["10.jpg", "2.JPG", "1.png", "b2.jpg", "a.webp", ".hidden.jpg", "notes.txt", "².jpg"]:
        (tmp_path / name).touch()
    (tmp_path / "folder.jpg").mkdir()
    assert [p.name for p in list_images(tmp_path)] == ["1.png", "2.JPG", "10.jpg", "a.webp", "b2.jpg", "².jpg"]


def test_a_folder_without_pictures_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no picture"):
        list_images(tmp_path)
    with pytest.raises(SourceError, match="cannot be listed"):
        list_images(tmp_path / "gone")


def _colourful() -> np.ndarray:
    rng = np.random.default_rng(3)
    return np.asarray(cv2.resize(rng.integers(0, 256, (8, 12, 3), np.uint8), (240, 160)), np.uint8)


def test_a_picture_without_colours_is_refused_where_cards_are_read(tmp_path: Path) -> None:
    path = tmp_path / "grey.jpg"
    cv2.imwrite(str(path), cv2.cvtColor(_colourful(), cv2.COLOR_BGR2GRAY))
    with pytest.raises(ImageError, match="without colours"):
        read_coloured(path)
    for name, image in (("colour.jpg", _colourful()), ("dark.png", np.zeros((20, 30, 3), np.uint8))):
        cv2.imwrite(str(tmp_path / name), image)
        assert read_coloured(tmp_path / name).shape == image.shape


@pytest.mark.parametrize("suffix", ["gif", "png", "webp"])
def test_of_an_animation_the_first_picture_is_read(tmp_path: Path, suffix: str) -> None:
    first = Pillow.fromarray(_colourful()[..., ::-1].copy())
    second = Pillow.new("RGB", first.size, (0, 0, 255))
    path = tmp_path / f"moving.{suffix}"
    first.save(path, save_all=True, append_images=[second], duration=100)
    assert np.abs(read_image(path).astype(int) - _colourful().astype(int)).mean() < 40
    assert read_image(path)[..., 2].std() > 20


def test_a_picture_for_print_is_read_in_its_colours(tmp_path: Path) -> None:
    path = tmp_path / "print.jpg"
    Pillow.new("RGB", (60, 40), (220, 30, 30)).convert("CMYK").save(path, quality=95)
    blue, green, red = read_image(path).reshape(-1, 3).mean(axis=0)
    assert red > 150 > max(blue, green)


def test_a_picture_that_claims_more_than_memory_holds_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bomb.png"

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + body)
    with pytest.raises(ImageError, match="no picture that can be read"):
        read_image(path)
