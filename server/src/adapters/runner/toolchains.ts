import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { engineLimits } from '../../runner/limits'

/** Commands that compile and run a language with the machine's tools. Paths are relative to the work folder. */
export interface Toolchain {
  language: CodeLanguage
  name: string
  /** The program that must be installed; with `versionArgs` it prints its version. */
  program: string
  versionArgs: string[]
  source: string
  compile?: string[]
  /** File or folder that is needed to run the program: the compiler's output. */
  product: string
  run: string[]
  /** Address space in KiB; absent if the runtime reserves far more than it uses and has its own limit. */
  addressSpaceKb?: number
  /** Maximum number of processes and threads. Memory is limited per process, so this also bounds the total. */
  tasks: number
}

const mb = engineLimits.memoryBytes / 1024 / 1024
const roomy = (mb + 64) * 1024

export const toolchains: Toolchain[] = [
  {
    language: 'c',
    name: 'C',
    program: 'gcc',
    versionArgs: ['-dumpfullversion'],
    source: 'main.c',
    compile: ['gcc', '-std=c17', '-O1', '-Wall', '-o', 'main', 'main.c', '-lm'],
    product: 'main',
    run: ['./main'],
    addressSpaceKb: roomy,
    tasks: 16,
  },
  {
    language: 'cpp',
    name: 'C++',
    program: 'g++',
    versionArgs: ['-dumpfullversion'],
    source: 'main.cpp',
    compile: ['g++', '-std=c++17', '-O1', '-Wall', '-o', 'main', 'main.cpp'],
    product: 'main',
    run: ['./main'],
    addressSpaceKb: roomy,
    tasks: 16,
  },
  {
    language: 'python',
    name: 'Python',
    program: 'python3',
    versionArgs: ['--version'],
    source: 'main.py',
    product: 'main.py',
    run: ['python3', '-I', '-X', 'utf8', 'main.py'],
    addressSpaceKb: roomy,
    tasks: 16,
  },
  {
    language: 'javascript',
    name: 'JavaScript',
    program: 'node',
    versionArgs: ['--version'],
    source: 'main.js',
    product: 'main.js',
    run: ['node', `--max-old-space-size=${mb}`, 'main.js'],
    tasks: 32,
  },
  {
    language: 'java',
    name: 'Java',
    program: 'javac',
    versionArgs: ['--version'],
    source: 'Main.java',
    compile: ['javac', '-encoding', 'UTF-8', '-J-Xmx256m', '-d', 'classes', 'Main.java'],
    product: 'classes',
    run: ['java', `-Xmx${mb}m`, '-Xss8m', '-XX:+UseSerialGC', '-Dfile.encoding=UTF-8', '-cp', 'classes', 'Main'],
    tasks: 64,
  },
  {
    language: 'go',
    name: 'Go',
    program: 'go',
    versionArgs: ['version'],
    source: 'main.go',
    compile: ['go', 'build', '-o', 'main', 'main.go'],
    product: 'main',
    run: ['./main'],
    addressSpaceKb: 1024 * 1024,
    tasks: 32,
  },
]
