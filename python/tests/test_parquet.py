"""Tables in Parquet files: what is read is what was written, and other libraries read it too."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from parlor import ParlorError, Record, analysis_table, kuba, ludo, record_table, records_of
from parlor.data import read_metadata, read_parquet, write_parquet

np = pytest.importorskip("numpy")
parquet = pytest.importorskip("pyarrow.parquet")

ROOT = Path(__file__).resolve().parents[2]
Table = dict[str, Any]


def whole(chunks: Any) -> Table:
    parts = list(chunks)
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def assert_same(one: Table, other: Table) -> None:
    assert list(one) == list(other)
    for name in one:
        assert one[name].dtype == other[name].dtype, name
        assert one[name].shape == other[name].shape, name
        has_nan = one[name].dtype.kind in "fM"
        assert np.array_equal(one[name], other[name], equal_nan=has_nan), name


def test_chunks_of_self_play_come_back(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    plays: list[Callable[[int], Iterator[Table]]] = [
        lambda chunk: ludo.self_play(30, list("DBA"), seed=3, chunk=chunk),
        lambda chunk: ludo.self_play(30, seed=3, chunk=chunk, values=True),
        lambda chunk: kuba.self_play(30, "greedy", seed=3, chunk=chunk),
    ]
    for play in plays:
        rows = whole(play(30))
        assert write_parquet(file, play(8)) == len(rows["ply"])
        assert parquet.ParquetFile(file).num_row_groups == 4
        assert_same(read_parquet(file), rows)
        some = read_parquet(str(file), columns=["ply", "action"])
        assert_same(some, {name: rows[name] for name in ("ply", "action")})
        assert some["ply"].flags.writeable


def test_records_and_analyses_come_back(tmp_path: Path) -> None:
    texts = (ROOT / "docs/examples/ludo.record", ROOT / "docs/examples/kuba.record")
    for text in texts:
        record = Record.read(text.read_text(encoding="utf-8"))
        table = record_table([record, record])
        write_parquet(tmp_path / "records.parquet", table)
        back = read_parquet(tmp_path / "records.parquet")
        assert_same(back, table)
        assert records_of(back) == [record, record]
    analysis = analysis_table(ludo.analyze(texts[0].read_text(encoding="utf-8")))
    write_parquet(tmp_path / "analysis.parquet", analysis)
    assert_same(read_parquet(tmp_path / "analysis.parquet"), analysis)


def test_a_table_without_rows_keeps_its_columns(tmp_path: Path) -> None:
    table = record_table([Record("ludo", ["A", "C"])])
    assert write_parquet(tmp_path / "none.parquet", table) == 0
    assert_same(read_parquet(tmp_path / "none.parquet"), table)


def stored(folder: Path, rows: Table, **meta: Any) -> dict[str, Any]:
    """The folder that the command writes."""
    folder.mkdir()
    for name, column in rows.items():
        np.save(folder / f"{name}.npy", column)
    columns = [{"name": name, "shape": list(column.shape)} for name, column in rows.items()]
    meta = {"format": "parlor-selfplay", "rows": len(rows["ply"]), "columns": columns, **meta}
    (folder / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
    return meta


def test_a_folder_of_the_command_becomes_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = whole(ludo.self_play(40, seed=5))
    meta = stored(tmp_path / "games", rows, seed=2**64 - 1)
    monkeypatch.setattr("parlor.data.parquet._ROWS_AT_A_TIME", 1000)
    file = tmp_path / "games.parquet"
    assert write_parquet(file, tmp_path / "games") == len(rows["ply"])
    assert parquet.ParquetFile(file).num_row_groups == -(-len(rows["ply"]) // 1000)
    assert_same(read_parquet(file), rows)
    assert json.loads(parquet.read_schema(file).metadata[b"parlor"]) == meta == read_metadata(file)
    write_parquet(file, str(tmp_path / "games"), metadata={"note": "mine"})
    assert read_metadata(file) == {"note": "mine"}


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    with pytest.raises(FileNotFoundError):
        write_parquet(file, tmp_path / "nowhere")
    rows = next(kuba.self_play(2, seed=1))
    stored(tmp_path / "broken", rows)
    (tmp_path / "broken/meta.json").write_text('{"columns": 3}', encoding="utf-8")
    with pytest.raises(ParlorError, match=r"meta\.json does not describe columns"):
        write_parquet(file, tmp_path / "broken")
    stored(tmp_path / "lacking", rows)
    (tmp_path / "lacking/ply.npy").unlink()
    with pytest.raises(FileNotFoundError, match=r"ply\.npy"):
        write_parquet(file, tmp_path / "lacking")
    assert not file.exists()


def test_what_is_no_table_is_refused_and_the_file_stays_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    table = next(kuba.self_play(2, seed=1))
    write_parquet(file, table)
    before = file.read_bytes()
    other = {**table, "ply": table["ply"].astype(np.uint32)}
    fewer = {name: column for name, column in table.items() if name != "red"}

    def failing() -> Iterator[Table]:
        yield table
        raise KeyboardInterrupt

    wrong: list[tuple[Any, str]] = [
        ([table, other], r"chunk 1 has the columns .*ply \(uint32\).*chunk 0"),
        ([table, fewer], "chunk 1 has the columns"),
        ([], "there are no chunks"),
        ([{}], r"chunk 0 is \{\}"),
        ([table, 3], "chunk 1 is 3"),
        (3, "the chunks are 3"),
        (b"x", "the chunks are b'x'"),
        ({"a": np.zeros(2), "b": np.zeros(3)}, "different lengths"),
        ({"a": 3}, "different lengths"),
        ({"a": np.array(["x", 3], dtype=object)}, "the column 'a' of chunk 0 cannot be stored"),
        ({"a": np.zeros(2, dtype=complex)}, "the column 'a' of chunk 0 cannot be stored"),
        ({"a": [[1], [2, 3]]}, "the column 'a' of chunk 0 is no array"),
        ({"a": np.zeros((3, 0))}, r"'a' of chunk 0 has the shape \(3, 0\); it must have at least"),
        ({"a": np.zeros((0, 2, 0))}, r"has the shape \(0, 2, 0\)"),
        ({1: np.zeros(2), "1": np.zeros(2)}, "two columns of chunk 0 have the name '1'"),
        ({"a": np.array([2**62], "datetime64[s]")}, "chunk 0 cannot be stored"),
    ]
    for chunks, said in wrong:
        with pytest.raises(ParlorError, match=said):
            write_parquet(file, chunks)
    with pytest.raises(KeyboardInterrupt):
        write_parquet(file, failing())
    no_metadata: list[Any] = [{"x": object()}, {"x": {1}}, {"x": float("nan")}, {(1, 2): 3}]
    for metadata in no_metadata:
        with pytest.raises(ParlorError, match="the metadata cannot be stored as JSON: "):
            write_parquet(file, table, metadata=metadata)
    with pytest.raises(ParlorError, match="the metadata are 5; give a dict"):
        write_parquet(file, table, metadata=5)  # type: ignore[arg-type]
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet"]
    with pytest.raises(ParlorError, match="'x' is no column of"):
        read_parquet(file, columns=["ply", "x"])
    with pytest.raises(ParlorError, match="the columns are 'ply'; give a list of them"):
        read_parquet(file, columns="ply")
    with pytest.raises(FileNotFoundError):
        read_parquet(tmp_path / "nowhere")
    with pytest.raises(OSError):
        write_parquet(tmp_path / "no/folder.parquet", table)


def test_the_columns_of_chunks_may_be_in_any_order(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    first, second = kuba.self_play(4, seed=1, chunk=2)
    write_parquet(file, [first, dict(reversed(list(second.items())))], metadata={"seed": 1})
    assert_same(read_parquet(file), whole([first, second]))
    assert read_metadata(file) == {"seed": 1}


@pytest.mark.parametrize("unit", ["D", "s", "ms", "us", "ns"])
def test_times_keep_their_unit(tmp_path: Path, unit: str) -> None:
    times = np.array(["1969-12-31", "2026-11-27", "NaT"], f"datetime64[{unit}]")
    table = {"time": times, "pair": np.stack([times, times], axis=1)}
    write_parquet(tmp_path / "times.parquet", [table, table])
    assert_same(read_parquet(tmp_path / "times.parquet"), whole([table, table]))


def test_metadata_are_those_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "some.parquet"
    write_parquet(file, {"a": np.arange(3)})
    assert read_metadata(file) is None
    metadata = {"seeds": [1, 2**64 - 1], "who": {"name": "Zoë"}}
    write_parquet(str(file), {"a": np.arange(3)}, metadata=metadata)
    assert read_metadata(str(file)) == metadata
    with pytest.raises(FileNotFoundError):
        read_metadata(tmp_path / "nowhere")
    pyarrow = pytest.importorskip("pyarrow")
    for text in ("{", "[]", b"\xff", "[" * 100_000):
        table = pyarrow.table({"a": [1]}).replace_schema_metadata({"parlor": text})
        parquet.write_table(table, file)
        with pytest.raises(ParlorError, match="expected an object in JSON"):
            read_metadata(file)


def test_polars_takes_tables_and_files(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    rows = next(ludo.self_play(5, list("ABD"), seed=1))
    record = Record.read((ROOT / "docs/examples/kuba.record").read_text(encoding="utf-8"))
    for table in (rows, record_table([record])):
        frame = polars.DataFrame(table)
        assert frame.height == len(table["ply"])
        frame.write_parquet(tmp_path / "polars.parquet")
        back = read_parquet(tmp_path / "polars.parquet")
        assert_same(back, table)
        write_parquet(tmp_path / "own.parquet", table)
        assert polars.read_parquet(tmp_path / "own.parquet").equals(frame)
        assert_same({name: column.to_numpy() for name, column in frame.to_dict().items()}, table)
    assert records_of(back) == [record]


def minari_recipe() -> str:
    """The program in the documentation that makes a dataset of Minari."""
    document = (ROOT / "docs/researchers.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```py\n(.*?)^```", document, re.MULTILINE | re.DOTALL)
    (recipe,) = (block for block in blocks if "import minari" in block)
    return str(recipe)


@pytest.mark.filterwarnings("ignore::UserWarning:minari")
def test_the_recipe_of_the_documentation_makes_a_dataset_of_minari(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    names: dict[str, Any] = {}
    exec(compile(minari_recipe(), "the recipe for Minari", "exec"), names)
    dataset = minari.load_dataset("parlor/kuba-greedy-random-v0")
    rows = next(kuba.self_play(100, players=("greedy", "random"), seed=1))
    assert (dataset.total_episodes, dataset.total_steps) == (200, len(rows["ply"]))
    for number, episode in enumerate(dataset.iterate_episodes(range(10))):
        own = (rows["game"] == number // 2) & (rows["side"] == number % 2)
        assert episode.actions.tolist() == rows["action"][own].tolist()
        assert episode.rewards[-1] == rows["result"][own][-1]
        assert len(episode.observations) == len(episode.actions) + 1


@pytest.mark.filterwarnings("ignore::UserWarning:minari")
def test_the_recipe_says_which_games_the_limit_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    recipe = minari_recipe().replace("seed=1,", "seed=1, limit=60,")
    names: dict[str, Any] = {}
    exec(compile(recipe, "the recipe for Minari", "exec"), names)
    rows = next(kuba.self_play(100, players=("greedy", "random"), seed=1, limit=60))
    cut = {
        int(game)
        for game, ending in zip(rows["game"], rows["ended_by"])
        if kuba.ENDINGS[ending] == "K-13"
    }
    assert 0 < len(cut) < 100
    for number, episode in enumerate(names["episodes"]):
        is_cut = number // 2 in cut
        assert not any(episode.terminations[:-1]) and not any(episode.truncations[:-1])
        assert (bool(episode.truncations[-1]), bool(episode.terminations[-1])) == (
            is_cut,
            not is_cut,
        )


def test_files_need_pyarrow_and_tables_do_not() -> None:
    program = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from parlor import Record, data, record_table\n"
        "record_table([Record('kuba', ['W', 'B'])])\n"
        "for call in (lambda: data.write_parquet('x', {}), lambda: data.read_parquet('x')):\n"
        "    try: call()\n"
        "    except ImportError as error: assert 'parlor-games[data]' in str(error), error\n"
        "    else: raise AssertionError(call)\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)


@pytest.mark.skipif(sys.platform == "win32", reason="links, pipes and permissions of Unix")
def test_a_link_is_followed_and_what_is_no_file_is_refused(tmp_path: Path) -> None:
    table = {"a": np.arange(3)}
    file, link, pipe = (tmp_path / name for name in ("file", "link", "pipe"))
    write_parquet(file, table)
    file.chmod(0o640)
    link.symlink_to(file)
    write_parquet(link, {"a": np.arange(5)})
    assert link.is_symlink()
    assert len(read_parquet(file)["a"]) == 5
    assert file.stat().st_mode & 0o777 == 0o640
    os.mkfifo(pipe)
    for wrong in (pipe, tmp_path):
        with pytest.raises(ParlorError, match="is no file"):
            write_parquet(wrong, table)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link", "pipe"]
