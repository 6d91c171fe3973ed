import { runLimits } from '@dxx/contract/rules/run-limits'

/** Every engine of the embedded runner keeps to these numbers. */
export const limits = {
  ...runLimits,
  /** Beyond the program's own time: a C++ program with many templates takes its while on a busy machine. */
  compileMs: 30_000,
  /** An interpreter or the compiler, until it is ready for its first program. */
  loadingMs: 60_000,
  /** The host ends programs at their limit. If it has said nothing this much later, it hangs and is itself ended. */
  hostHangMs: 2_000,
  /** stdout and stderr together. */
  outputBytes: 256 * 1024,
  /** What a program may keep in files of its own. */
  fileBytes: 16 * 1024 * 1024,
  fileCount: 1_000,
  openFiles: 64,
  /** Longest path, most buffers or events in one call: a list without end would fill our own memory. */
  pathBytes: 4_096,
  listItems: 1_024,
  compilerOutputBytes: 64 * 1024,
} as const

export const outputCutNotice = '\n…… 输出超过 256 KB，程序已停止，后面的内容没有显示。\n'
export const compileTimeoutText = `编译超过 ${limits.compileMs / 1000} 秒，已停止。\n`
