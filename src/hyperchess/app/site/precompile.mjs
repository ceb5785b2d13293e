// Compile the modules in a zip file for the Python of a browser, by that Python:
// node precompile.mjs FOLDER IN OUT [LEFT_OUT...]
// FOLDER holds Pyodide. Compiled modules take the place of their sources, without docstrings, and are not checked
// again. Modules and packages that are named are left out.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, input, output, ...leftOut] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: resolve(folder) + sep });
python.FS.writeFile("/in.zip", readFileSync(input));
python.globals.set("left_out", python.toPy(leftOut));
python.runPython(`
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

with ZipFile("/in.zip") as source, ZipFile("/out.zip", "w", ZIP_DEFLATED, compresslevel=9) as target:
    for name in sorted(source.namelist()):
        if name.endswith("/") or name.startswith(tuple(f"{each}/" for each in left_out)):
            continue
        if name.removesuffix(".py") in left_out:
            continue
        data = source.read(name)
        if name.endswith(".py"):
            code = compile(data, name, "exec", dont_inherit=True, optimize=2)
            name, data = name + "c", bytes(_code_to_hash_pyc(code, source_hash(data), False))
        info = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.compress_type = ZIP_DEFLATED
        target.writestr(info, data)
`);
writeFileSync(output, python.FS.readFile("/out.zip"));
