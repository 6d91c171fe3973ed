import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, SourceMap } from 'node:module'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'

interface BundleExports {
  /** Settles when a server has started. */
  started?: Promise<void>
  /** Runs a command. */
  main?(args: string[]): Promise<void>
}

type Bundle = (module: { exports: BundleExports }, require: NodeJS.Require, bundleUrl: string) => void

/**
 * Runs a bundle with V8's code cache: compiling takes more than a third of the CPU time of a start. The first run writes
 * the cache, with the functions that it has used. `hash` is that of the bundle, because V8 compares only the length.
 */
export function loadBundle(file: string, hash: string): BundleExports {
  const cacheFile = `${file}.${hash}.cache`
  const script = new Script(readFileSync(file, 'utf8'), {
    filename: file,
    cachedData: readCache(cacheFile),
  })
  mapStackTraces(file)
  const module: { exports: BundleExports } = { exports: {} }
  const run: Bundle = script.runInThisContext()
  // Modules find their workers and packages from the folder of all bundles.
  run(module, createRequire(file), new URL('main.js', import.meta.url).href)
  const { started, main } = module.exports
  const save = () => {
    if (script.cachedDataRejected !== false) saveCache(cacheFile, script)
  }
  started?.then(save, () => {})
  return {
    main: async (args) => {
      await main!(args)
      save()
    },
  }
}

function readCache(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** Writes the whole file at once, because another process may read it. */
function saveCache(file: string, script: Script): void {
  const part = `${file}.${process.pid}`
  try {
    writeFileSync(part, script.createCachedData())
    renameSync(part, file)
  } catch {
    // In an image the folder is read-only; the bundle is compiled at each start.
  }
}

/** Node.js maps the positions of modules only, not those of scripts. The map is read when the first error is thrown. */
function mapStackTraces(file: string): void {
  let map: SourceMap | undefined
  Error.prepareStackTrace = (error, frames) =>
    [
      String(error),
      ...frames.map((frame) => {
        if (frame.getFileName() !== file) return `    at ${frame}`
        const [line, column] = [frame.getLineNumber()!, frame.getColumnNumber()!]
        map ??= new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
        const origin = map.findOrigin(line, column)
        if (!('fileName' in origin)) return `    at ${frame}`
        const source = `${join(dirname(file), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`
        return `    at ${String(frame).replace(`${file}:${line}:${column}`, source)}`
      }),
    ].join('\n')
}
