import type { Diagnostic } from '@dxx/contract/calls/runcode'
import { Exit, runLLVM, type Tree } from '@yowasp/clang'
import { compilerDiagnostics } from '../diagnostics'
import { engineLimits, objectTooLargeText } from '../limits'
import type { CompiledLanguage } from '../program'
import { cppRuntimeSource } from './cpp-runtime'

/**
 * Clang and its linker run as WebAssembly, with files in memory and a new instance per step. They get the arguments
 * that the driver would pass, because the driver itself doubles the cost.
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
// wasi-libc lacks sigsetjmp and siglongjmp; without signal masks they equal setjmp and longjmp.
const jumps = ['-Dsigsetjmp(env,mask)=setjmp(env)', '-Dsiglongjmp=longjmp']
const cppFlags = '-std=gnu++20 -fdeprecated-macro -fcxx-exceptions -fexceptions'.split(' ')

const flags = {
  c: ['-std=gnu17', ...target, ...unwinding, ...emulations, ...jumps, ...system],
  cpp: [...cppFlags, ...target, ...unwinding, ...emulations, ...jumps, ...cppSystem, ...system],
}

const commonHeaders = [
  'iostream vector string algorithm map set unordered_map unordered_set queue stack deque list array bitset tuple',
  'utility limits iterator functional memory numeric iomanip sstream cmath cstdio cstdlib cstring climits cctype cassert',
  'stdexcept exception optional variant string_view chrono random typeinfo type_traits cstdint ctime fstream',
  'ranges concepts span numbers compare',
].flatMap((line) => line.split(' '))

/** Headers that few programs use, with patterns of their names: `bits/stdc++.h` includes a header only on a match. */
const rareHeaders: [header: string, names: RegExp][] = [
  ['any', /\bany\b/],
  ['atomic', /\batomic/],
  ['charconv', /\b(from|to)_chars\b/],
  ['complex', /\bcomplex\b/],
  ['condition_variable', /\bcondition_variable/],
  ['csetjmp', /\bsetjmp\b/],
  ['csignal', /\bsignal\b/],
  ['filesystem', /\bfilesystem\b/],
  ['format', /\bformat\b/],
  ['forward_list', /\bforward_list\b/],
  ['future', /\b(async|future|promise|packaged_task)\b/],
  ['mutex', /\b\w*mutex\b|\b(lock_guard|unique_lock|scoped_lock|call_once)\b/],
  ['regex', /\b(regex|[cs]match)/],
  ['thread', /\b(j|this_)?thread\b/],
  ['valarray', /\bvalarray\b/],
]

/** Content of `bits/stdc++.h`, which competitive programs include, with the GNU names that they use. */
function gnuHeader(source: string): string {
  const rare = rareHeaders.filter(([, names]) => names.test(source)).map(([header]) => `#include <${header}>\n`)
  return `#include "../common.h"
#include <bit>
${rare.join('')}namespace std {
template <class T> constexpr T __gcd(T a, T b) { return gcd(a, b); }
template <class T> constexpr int __lg(T n) { return bit_width(make_unsigned_t<T>(n)) - 1; }
}
`
}

const headerFiles = (source: string): Tree => ({
  'common.h': commonHeaders.map((name) => `#include <${name}>\n`).join(''),
  bits: { 'stdc++.h': gnuHeader(source) },
})

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
  objectBytes: number = engineLimits.objectBytes,
): Promise<{ files: Tree; text: string; stdout: Buffer }> {
  const printed: Uint8Array[] = []
  const errors: Uint8Array[] = []
  let room: number = engineLimits.compilerOutputBytes
  let objectRoom: number = objectBytes
  const text = () => new TextDecoder().decode(Buffer.concat(errors), { stream: true })
  try {
    const result = await runLLVM(args, files, {
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
    return { files: result ?? {}, text: text(), stdout: Buffer.concat(printed) }
  } catch (error) {
    if (error instanceof CompileError) throw error
    if (error instanceof Exit) throw new CompileError(text())
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
      throw new CompileError(`${text()}\n编译器用完了内存：这段代码对它来说太大或太复杂。`)
    throw error
  }
}

/** Loads the compiler in advance, so that the first program need not wait. */
export async function loadCompiler(): Promise<void> {
  await runLLVM(undefined, {}, { fetchProgress: () => {} })
}

/** Common headers, precompiled to cut compile times, and the C++ runtime; both are built once. */
export interface CppLibrary {
  headers: Uint8Array
  runtime: Uint8Array
}

export async function precompileLibrary(): Promise<CppLibrary> {
  const args = ['clang++', '-cc1', ...flags.cpp, '-emit-pch', '-fpch-instantiate-templates']
  const output = ['-main-file-name', 'common.h', '-o', '-', '-x', 'c++-header', 'common.h']
  const { stdout: headers } = await tool([...args, ...output], headerFiles(''), Number.POSITIVE_INFINITY)
  return { headers, runtime: (await compileCpp(cppRuntimeSource, headers)).object }
}

/** Packs headers and runtime into one file, so that neither exists without the other. */
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
let abortObject: Uint8Array | undefined

/** Makes `abort` run the handler of SIGABRT, because the library's `abort` raises no signal. */
const abortSource = `#include <signal.h>
_Noreturn void __real_abort(void);
void __run_abort_handler(void) {
  void (*handler)(int) = signal(SIGABRT, SIG_DFL);
  if (handler != SIG_DFL && handler != SIG_IGN && handler != SIG_ERR) handler(SIGABRT);
}
_Noreturn void __wrap_abort(void) {
  __run_abort_handler();
  __real_abort();
}
`

export async function compile(language: CompiledLanguage, source: string, library?: CppLibrary): Promise<Compiled> {
  try {
    const { object, text } = language === 'c' ? await compileC(source) : await compileCpp(source, library?.headers)
    if (!hasMain(object)) throw new CompileError('链接错误：没有找到 main 函数\n')
    refuseThreads(language, source, object)
    const objects: Record<string, Uint8Array> = { 'main.o': object }
    const libraries: string[] = []
    if (/\bSIGABRT\b/.test(source)) {
      abortObject ??= (await compileC(abortSource)).object
      objects['abort.o'] = abortObject
      libraries.push('--wrap=abort')
    }
    if (language === 'cpp') {
      if (!library) ownRuntime ??= (await compileCpp(cppRuntimeSource)).object
      objects['runtime.o'] = library?.runtime ?? ownRuntime!
      libraries.push('--wrap=__main_void', '-lc++', '-lc++abi')
    }
    // Support for long double is large, so it is linked only if used; C++ streams may always use it.
    const hasLongDouble = language === 'cpp' || /long double|%[-+ #0-9.*]*L|\d[lL]\b/.test(source)
    if (hasLongDouble) libraries.push('-lc-printscan-long-double')
    return { wasm: await link(objects, libraries), diagnostics: compilerDiagnostics(text) }
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
  const files = { 'main.cpp': source, ...headerFiles(source), ...(headers && { 'common.pch': headers }) }
  const { stdout, text } = await tool([...args, '-o', '-', '-x', 'c++', 'main.cpp'], files)
  return { object: stdout, text }
}

async function link(objects: Record<string, Uint8Array>, libraries: string[]): Promise<Uint8Array> {
  const folder = '/usr/lib/wasm32-wasip1'
  const builtins = '/usr/lib/wasm32-unknown-wasip1'
  const emulated = ['signal', 'process-clocks', 'mman', 'getpid'].map((name) => `-lwasi-emulated-${name}`)
  const args = [
    ...'wasm-ld -m wasm32 -S -z stack-size=1048576'.split(' '),
    `--max-memory=${engineLimits.memoryBytes}`,
    ...[`-L${builtins}`, `-L${folder}`, `${folder}/crt1-command.o`, ...Object.keys(objects), ...libraries],
    ...['-lsetjmp', ...emulated, '-lc', '-lm', `${builtins}/libclang_rt.builtins.a`, '-o', '-'],
  ]
  return (await tool(args, objects)).stdout
}

/**
 * Rejects threads at compile time, because the library would report an error only at run time, which most programs
 * ignore. Threads of C++ call `pthread_create` inline.
 */
function refuseThreads(language: CompiledLanguage, source: string, object: Uint8Array): void {
  if (!['pthread_create', 'thrd_create'].some((name) => importsFunction(object, name))) return
  const lines = source.split('\n')
  const use = /\bpthread_create\b|\bthrd_create\b|\b(?:std::)?(?:thread|jthread|async)\b(?!\s*[.:])/
  const index = lines.findIndex((line) => !/^\s*(#|\/\/|using\b)/.test(line) && use.test(line))
  const column = index < 0 ? 1 : lines[index]!.search(use) + 1
  const file = language === 'c' ? 'main.c' : 'main.cpp'
  throw new CompileError(
    `${file}:${index < 0 ? 1 : index + 1}:${column}: error: 这里的程序只有一个线程，不能使用 pthread、thrd_create、std::thread 或 std::async，请改为依次执行\n`,
  )
}

/** Whether the object's import table has this function; an entry is two names with their lengths, then the kind. */
function importsFunction(object: Uint8Array, name: string): boolean {
  const entry = `\x03env${String.fromCharCode(name.length)}${name}\0`
  return Buffer.from(object.buffer, object.byteOffset, object.length).includes(entry, 0, 'latin1')
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
