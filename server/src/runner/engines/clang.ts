import type { Diagnostic } from '@dxx/contract/calls/runcode'
import { Exit, runLLVM, type Tree } from '@yowasp/clang'
import { compilerDiagnostics } from '../diagnostics'
import { limits, objectTooLargeText } from '../limits'
import type { CompiledLanguage } from '../program'
import { cppRuntimeSource } from './cpp-runtime'

/**
 * Clang and its linker as WebAssembly, with files in memory and a new instance per step. Called with the arguments the
 * driver would use, because the driver itself doubles the cost.
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
// Exceptions and longjmp as WebAssembly exceptions in the encoding supported by every V8 since Node 17.
const unwinding = [
  '-target-feature +exception-handling -exception-model=wasm',
  '-mllvm -wasm-enable-eh -mllvm -wasm-enable-sjlj -mllvm -wasm-use-legacy-eh=true',
].flatMap((line) => line.split(' '))
const emulations = ['SIGNAL', 'PROCESS_CLOCKS', 'MMAN', 'GETPID'].map((name) => `-D_WASI_EMULATED_${name}`)
const cppFlags = '-std=gnu++20 -fdeprecated-macro -fcxx-exceptions -fexceptions'.split(' ')

const flags = {
  c: ['-std=gnu17', ...target, ...unwinding, ...emulations, ...system],
  cpp: [...cppFlags, ...target, ...unwinding, ...emulations, ...cppSystem, ...system],
}

const commonHeaders = [
  'iostream vector string algorithm map set unordered_map unordered_set queue stack deque list array bitset tuple',
  'utility limits iterator functional memory numeric iomanip sstream cmath cstdio cstdlib cstring climits cctype cassert',
  'stdexcept exception optional variant string_view chrono random typeinfo type_traits cstdint ctime fstream',
  'ranges concepts span numbers compare',
].flatMap((line) => line.split(' '))

const headerFiles = {
  'common.h': commonHeaders.map((name) => `#include <${name}>\n`).join(''),
  // GNU's all-inclusive header, which competitive programs include, and the GNU names they use.
  bits: {
    'stdc++.h': `#include "../common.h"
#include <any>
#include <bit>
#include <complex>
namespace std {
template <class T> constexpr T __gcd(T a, T b) { return gcd(a, b); }
template <class T> constexpr int __lg(T n) { return bit_width(make_unsigned_t<T>(n)) - 1; }
}
`,
  },
}

class CompileError extends Error {
  constructor(readonly text: string) {
    super('compile error')
  }
}

/**
 * Runs one tool and returns its files and output. Objects and programs go to standard output: writing a large file here
 * takes quadratic time, and output can be stopped at a size limit.
 */
async function tool(
  args: string[],
  files: Tree,
  objectBytes: number = limits.objectBytes,
): Promise<{ files: Tree; text: string; stdout: Buffer }> {
  const printed: Uint8Array[] = []
  const errors: Uint8Array[] = []
  let room: number = limits.compilerOutputBytes
  let objectRoom: number = objectBytes
  const text = () => new TextDecoder().decode(Buffer.concat(errors), { stream: true })
  try {
    const made = await runLLVM(args, files, {
      stdout: (bytes) => {
        if (!bytes) return
        objectRoom -= bytes.length
        if (objectRoom < 0) throw new CompileError(objectTooLargeText)
        printed.push(bytes.slice())
      },
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
    if (error instanceof CompileError) throw error
    if (error instanceof Exit) throw new CompileError(text())
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
      throw new CompileError(`${text()}\n编译器用完了内存：这段代码对它来说太大或太复杂。`)
    throw error
  }
}

/** Loads the compiler in advance; otherwise the first program would wait for it. */
export async function loadCompiler(): Promise<void> {
  await runLLVM(undefined, {}, { fetchProgress: () => {} })
}

/** Built once by the compiler: common headers, precompiled to cut compile times, and the runtime. */
export interface CppLibrary {
  headers: Uint8Array
  runtime: Uint8Array
}

export async function precompileLibrary(): Promise<CppLibrary> {
  const args = ['clang++', '-cc1', ...flags.cpp, '-emit-pch', '-fpch-instantiate-templates']
  const output = ['-main-file-name', 'common.h', '-o', '-', '-x', 'c++-header', 'common.h']
  const { stdout: headers } = await tool([...args, ...output], headerFiles, Number.POSITIVE_INFINITY)
  return { headers, runtime: (await compileCpp(cppRuntimeSource, headers)).object }
}

/** One file contains both, so that neither exists without the other. */
export function packLibrary({ headers, runtime }: CppLibrary): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(runtime.length)
  return Buffer.concat([length, runtime, headers])
}

export function unpackLibrary(file: Buffer): CppLibrary {
  const end = 4 + file.readUInt32LE()
  return { runtime: file.subarray(4, end), headers: file.subarray(end) }
}

export type Compiled = { wasm: Uint8Array; diagnostics: Diagnostic[] } | { text: string; diagnostics: Diagnostic[] }

let ownRuntime: Uint8Array | undefined

export async function compile(language: CompiledLanguage, source: string, library?: CppLibrary): Promise<Compiled> {
  try {
    const object = language === 'c' ? await compileC(source) : await compileCpp(source, library?.headers)
    if (!hasMain(object.object)) throw new CompileError('链接错误：没有找到 main 函数\n')
    refuseThreads(language, source, object.object)
    // Linked only if used, because of its size; C++ streams always may use it.
    const hasLongDouble = language === 'cpp' || /long double|%[-+ #0-9.*]*L|\d[lL]\b/.test(source)
    const libraries = hasLongDouble ? ['-lc-printscan-long-double'] : []
    if (language === 'c') {
      return { wasm: await link({ 'main.o': object.object }, libraries), diagnostics: compilerDiagnostics(object.text) }
    }
    if (!library) ownRuntime ??= (await compileCpp(cppRuntimeSource)).object
    const runtime = library?.runtime ?? ownRuntime!
    const cppLibraries = ['--wrap=__main_void', '-lc++', '-lc++abi', ...libraries]
    const wasm = await link({ 'main.o': object.object, 'runtime.o': runtime }, cppLibraries)
    return { wasm, diagnostics: compilerDiagnostics(object.text) }
  } catch (error) {
    if (!(error instanceof CompileError)) throw error
    return { text: linkerText(error.text), diagnostics: compilerDiagnostics(error.text) }
  }
}

async function compileC(source: string) {
  const output = ['-emit-obj', '-main-file-name', 'main.c', '-o', '-', '-x', 'c', 'main.c']
  const { stdout, text } = await tool(['clang', '-cc1', ...flags.c, ...output], { 'main.c': source })
  return { object: stdout, text }
}

async function compileCpp(source: string, headers?: Uint8Array) {
  const args = ['clang++', '-cc1', ...flags.cpp, '-emit-obj', '-main-file-name', 'main.cpp', '-internal-isystem', '/']
  if (headers) args.push('-fpch-instantiate-templates', '-include-pch', 'common.pch')
  const files = { 'main.cpp': source, ...headerFiles, ...(headers && { 'common.pch': headers }) }
  const { stdout, text } = await tool([...args, '-o', '-', '-x', 'c++', 'main.cpp'], files)
  return { object: stdout, text }
}

async function link(objects: Record<string, Uint8Array>, libraries: string[]): Promise<Uint8Array> {
  const folder = '/usr/lib/wasm32-wasip1'
  const builtins = '/usr/lib/wasm32-unknown-wasip1'
  const emulated = ['signal', 'process-clocks', 'mman', 'getpid'].map((name) => `-lwasi-emulated-${name}`)
  const args = [
    ...'wasm-ld -m wasm32 -S -z stack-size=1048576'.split(' '),
    `--max-memory=${limits.memoryBytes}`,
    ...[`-L${builtins}`, `-L${folder}`, `${folder}/crt1-command.o`, ...Object.keys(objects), ...libraries],
    ...['-lsetjmp', ...emulated, '-lc', '-lm', `${builtins}/libclang_rt.builtins.a`, '-o', '-'],
  ]
  return (await tool(args, objects)).stdout
}

/**
 * Rejects threads at compile time, because the library would report an error only at run time, which most programs
 * ignore.
 */
function refuseThreads(language: CompiledLanguage, source: string, object: Uint8Array): void {
  if (!/\bpthread_create\b/.test(Buffer.from(object).toString('latin1'))) return
  const lines = source.split('\n')
  const use = /\bpthread_create\b|\bthrd_create\b|\b(?:std::)?(?:thread|jthread|async)\b(?!\s*[.:>])/
  const index = lines.findIndex((line) => !/^\s*(#|\/\/|using\b)/.test(line) && use.test(line))
  const column = index < 0 ? 1 : lines[index]!.search(use) + 1
  const file = language === 'c' ? 'main.c' : 'main.cpp'
  throw new CompileError(
    `${file}:${index < 0 ? 1 : index + 1}:${column}: error: 这里的程序只有一个线程，不能使用 pthread、std::thread 或 std::async，请改为依次执行\n`,
  )
}

/**
 * Checks for a `main`, without which the start-up code would only trap. These are the names under which `main` is
 * compiled.
 */
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
