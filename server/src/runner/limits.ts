import { runLimits } from '@dxx/contract/rules/run-limits'

/** Limits for all engines of the embedded runner. */
export const engineLimits = {
  ...runLimits,
  /** CPU time of the compiler. `runMs` is CPU time too, plus the program's sleep time. */
  compileMs: 20_000,
  /** Wall-clock limits, far above the CPU limits: a program that reaches this limit first got too little CPU time. */
  runWallMs: 25_000,
  compileWallMs: 60_000,
  /** Maximum size of an object file and of a program. */
  objectBytes: 16 * 1024 * 1024,
  /** Time-out for an interpreter or the compiler to become ready for its first program. */
  loadingMs: 120_000,
  /**
   * The host ends programs at their limit. If it has not responded this many milliseconds later, it hangs and is
   * killed.
   */
  hostHangMs: 5_000,
  /** stdout and stderr together. */
  outputBytes: 256 * 1024,
  /**
   * stdout and stderr together as JSON, where a control character takes six bytes. An invalid UTF-8 byte counts as one
   * byte but becomes three: 922 KiB at worst, so that a result stays below `resultBytes`.
   */
  encodedOutputBytes: 512 * 1024,
  /** Tables of an SQL program as JSON. */
  encodedTableBytes: 384 * 1024,
  diagnostics: 40,
  diagnosticChars: 300,
  /** A whole result as JSON. */
  resultBytes: 1024 * 1024,
  /** Total size of a program's own files. */
  fileBytes: 16 * 1024 * 1024,
  fileCount: 1_000,
  openFiles: 64,
  /** Maximum path length, and maximum buffers or events in one call: an unbounded list would fill the host's memory. */
  pathBytes: 4_096,
  listItems: 1_024,
  compilerOutputBytes: 64 * 1024,
} as const

export const outputCutNotice = '\n…… 输出超过 256 KB，程序已停止，后面的内容没有显示。\n'
export const objectTooLargeText = `编译出来的程序超过 ${engineLimits.objectBytes / 1024 / 1024} MB，已停止。请检查有没有带初始值的超大数组。\n`
export const compileTimeoutText = `编译用了超过 ${engineLimits.compileMs / 1000} 秒的处理器时间，已停止。\n`
