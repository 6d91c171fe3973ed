import type { Diagnostic } from '@dxx/contract/calls/runcode'
import { Exit, runLLVM, type Tree } from '@yowasp/clang'
import { compilerDiagnostics } from '../diagnostics'
import { limits } from '../limits'
import type { CompiledLanguage } from '../program'

/**
 * Clang and its linker as WebAssembly, files in memory, a new instance for each step. They are called as the driver would
 * call them: the driver itself costs as much again.
 */
const target = [
  '-triple wasm32-unknown-wasip1 -target-cpu generic -mrelocation-model static -mframe-pointer=none',
  '-ffp-contract=on -fvisibility=hidden -O1 -Wall -ferror-limit 19 -fgnuc-version=4.2.1',
  '-disable-free -clear-ast-before-backend -resource-dir /usr -isysroot /usr',
].flatMap((line) => line.split(' '))
const system = ['-internal-isystem', '/usr/include', '-internal-isystem', '/usr/include/wasm32-wasip1']
const cppSystem = ['/usr/include/wasm32-wasip1/c++/v1', '/usr/include/c++/v1'].flatMap((path) => [
  '-internal-isystem',
  path,
])
// The library was built without exceptions: `throw` compiles, and ends the program in the words of `exceptionsSource`.
const cppFlags = '-std=c++17 -fdeprecated-macro -fcxx-exceptions -fexceptions -fignore-exceptions'.split(' ')

const flags = {
  c: ['-std=c17', ...target, ...system],
  cpp: [...cppFlags, ...target, ...cppSystem, ...system],
}

const exceptionsSource = `
#include <stdio.h>
#include <stdlib.h>
struct type { void *table; const char *name; };
void *__cxa_allocate_exception(unsigned long size) { return malloc(size); }
void __cxa_throw(void *thrown, struct type *type, void *destroy) {
  fprintf(stderr, "程序抛出了异常（类型 %s）。这里的 C++ 不支持 try 和 catch，请改用返回值表示错误。\\n", type->name);
  exit(134);
}
`

const commonHeaders = [
  'iostream vector string algorithm map set unordered_map unordered_set queue stack deque list array bitset tuple',
  'utility limits iterator functional memory numeric iomanip sstream cmath cstdio cstdlib cstring climits cctype cassert',
].flatMap((line) => line.split(' '))

const headerFiles = {
  'common.h': commonHeaders.map((name) => `#include <${name}>\n`).join(''),
  // GNU's header for everything, which competitive programs begin with.
  bits: { 'stdc++.h': '#include "../common.h"\n#include <chrono>\n#include <random>\n' },
}

class CompileError extends Error {
  constructor(readonly text: string) {
    super('compile error')
  }
}

/** Runs one tool and answers its files and what it printed. */
async function tool(args: string[], files: Tree): Promise<{ files: Tree; text: string; stdout: Buffer }> {
  const printed: Uint8Array[] = []
  const errors: Uint8Array[] = []
  let room: number = limits.compilerOutputBytes
  const text = () => new TextDecoder().decode(Buffer.concat(errors), { stream: true })
  try {
    const made = await runLLVM(args, files, {
      stdout: (bytes) => void (bytes && printed.push(bytes.slice())),
      stderr: (bytes) => {
        if (!bytes || room === 0) return
        errors.push(bytes.slice(0, room))
        room -= Math.min(room, bytes.length)
      },
      decodeASCII: false,
      fetchProgress: () => {},
    })
    return { files: made ?? {}, text: text(), stdout: Buffer.concat(printed) }
  } catch (error) {
    if (error instanceof Exit) throw new CompileError(text())
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
      throw new CompileError(`${text()}\n编译器用完了内存：这段代码对它来说太大或太复杂。`)
    throw error
  }
}

/** Loads the compiler; the first program would wait for it otherwise. */
export async function loadCompiler(): Promise<void> {
  await runLLVM(undefined, {}, { fetchProgress: () => {} })
}

/** The usual C++ headers, read once: with them a program compiles in a fraction of the time. */
export async function precompileHeaders(): Promise<Buffer> {
  const args = ['clang++', '-cc1', ...flags.cpp, '-emit-pch', '-fpch-instantiate-templates']
  // To standard output: writing such a large file costs the square of its size here.
  return (await tool([...args, '-main-file-name', 'common.h', '-o', '-', '-x', 'c++-header', 'common.h'], headerFiles))
    .stdout
}

export type Compiled = { wasm: Uint8Array; diagnostics: Diagnostic[] } | { text: string; diagnostics: Diagnostic[] }

let exceptions: Uint8Array | undefined

export async function compile(language: CompiledLanguage, source: string, headers?: Uint8Array): Promise<Compiled> {
  try {
    const object = language === 'c' ? await compileC(source, 'main.c') : await compileCpp(source, headers)
    if (language === 'cpp') exceptions ??= (await compileC(exceptionsSource, 'exceptions.c')).object
    if (!hasMain(object.object)) throw new CompileError('链接错误：没有找到 main 函数\n')
    const wasm = await link(object.object, language === 'cpp' ? exceptions : undefined)
    return { wasm, diagnostics: compilerDiagnostics(object.text) }
  } catch (error) {
    if (!(error instanceof CompileError)) throw error
    return { text: linkerText(error.text), diagnostics: compilerDiagnostics(error.text) }
  }
}

async function compileC(source: string, name: string) {
  const args = ['clang', '-cc1', ...flags.c, '-emit-obj', '-main-file-name', name, '-o', 'main.o', '-x', 'c', name]
  const { files, text } = await tool(args, { [name]: source })
  return { object: files['main.o'] as Uint8Array, text }
}

async function compileCpp(source: string, headers?: Uint8Array) {
  const args = ['clang++', '-cc1', ...flags.cpp, '-emit-obj', '-main-file-name', 'main.cpp', '-internal-isystem', '/']
  if (headers) args.push('-fpch-instantiate-templates', '-include-pch', 'common.pch')
  const files = { 'main.cpp': source, ...headerFiles, ...(headers && { 'common.pch': headers }) }
  const made = await tool([...args, '-o', 'main.o', '-x', 'c++', 'main.cpp'], files)
  return { object: made.files['main.o'] as Uint8Array, text: made.text }
}

async function link(object: Uint8Array, more?: Uint8Array): Promise<Uint8Array> {
  const libraries = '/usr/lib/wasm32-wasip1'
  const builtins = '/usr/lib/wasm32-unknown-wasip1'
  const args = [
    ...'wasm-ld -m wasm32 -S -z stack-size=1048576'.split(' '),
    `--max-memory=${limits.memoryBytes}`,
    ...[`-L${builtins}`, `-L${libraries}`, `${libraries}/crt1-command.o`, 'main.o'],
    ...(more ? ['more.o', '-lc++', '-lc++abi'] : []),
    ...['-lc', '-lm', `${builtins}/libclang_rt.builtins.a`, '-o', 'main.wasm'],
  ]
  const { files } = await tool(args, { 'main.o': object, ...(more && { 'more.o': more }) })
  return files['main.wasm'] as Uint8Array
}

/** The start-up code would only trap without one. These are the names under which `main` is compiled. */
function hasMain(object: Uint8Array): boolean {
  const bytes = Buffer.from(object.buffer, object.byteOffset, object.length)
  return bytes.includes('__main_void') || bytes.includes('__main_argc_argv')
}

function linkerText(text: string): string {
  return text.replace(
    /^wasm-ld: error: (?:\S+: )?undefined symbol: (.*)$/gm,
    '链接错误：没有找到 $1 的定义，或者这里不提供它',
  )
}
