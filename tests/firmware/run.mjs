// Runs rig.py in the WebAssembly build of MicroPython: node run.mjs <micropython.mjs> <project folder>
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const [module, project] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(path.resolve(module)).href);
// As much memory as MicroPython leaves to programs on a Pico.
const python = await loadMicroPython({ heapsize: 180 * 1024, stdout: (line) => console.error(line) });
python.FS.mkdir("/firmware");
for (const name of fs.readdirSync(path.join(project, "firmware")).filter((name) => name.endsWith(".py"))) {
  python.FS.writeFile("/firmware/" + name, fs.readFileSync(path.join(project, "firmware", name)));
}
try {
  python.runPython("import sys\nsys.path.append('/')\n");
  python.runPython(fs.readFileSync(path.join(project, "tests", "firmware", "rig.py"), "utf8"));
  const serve = python.globals.get("serve");
  for await (const line of readline.createInterface({ input: process.stdin })) {
    process.stdout.write(serve(line) + "\n");
  }
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
