// Writes the expected output of every program here with the native toolchains: node server/programs/record.mjs [language]
// Needs python3 (3.11 or later), gcc, g++ and Node 20; TypeScript is translated by esbuild. Programs run in an empty folder.
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
const quiet = { stdio: ['ignore', 'ignore', 'inherit'] }

/** Makes what runs in `folder`; returns the command. */
const prepare = {
  python: (file) => ['python3', file],
  c: (file, folder) => {
    execFileSync('gcc', ['-std=gnu17', '-w', '-O1', '-o', join(folder, 'main'), file, '-lm'], quiet)
    return [join(folder, 'main')]
  },
  cpp: (file, folder) => {
    execFileSync('g++', ['-std=gnu++20', '-w', '-O1', '-o', join(folder, 'main'), file], quiet)
    return [join(folder, 'main')]
  },
  javascript: (file, folder) => {
    copyFileSync(file, join(folder, 'main.js'))
    return [process.execPath, 'main.js']
  },
  typescript: (file, folder) => {
    const { code } = transformSync(readFileSync(file, 'utf8'), { loader: 'ts', format: 'cjs', target: 'es2022' })
    writeFileSync(join(folder, 'main.js'), code)
    return [process.execPath, 'main.js']
  },
}

for (const language of process.argv[2] ? [process.argv[2]] : Object.keys(prepare)) {
  const sources = readdirSync(join(here, language)).filter((name) => !/\.(in|out)$/.test(name))
  for (const name of sources) {
    const folder = mkdtempSync(join(tmpdir(), 'program-'))
    const base = join(here, language, name.replace(/\.\w+$/, ''))
    const [command, ...args] = prepare[language](join(here, language, name), folder)
    // A file, since /dev/stdin cannot be opened where it is a socket.
    const input = openSync(existsSync(`${base}.in`) ? `${base}.in` : '/dev/null', 'r')
    const env = { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' }
    const options = { cwd: folder, env, stdio: [input, 'pipe', 'ignore'], timeout: 30_000 }
    writeFileSync(`${base}.out`, execFileSync(command, args, options))
    closeSync(input)
    rmSync(folder, { recursive: true })
  }
  process.stdout.write(`${language}: ${sources.length} programs\n`)
}
