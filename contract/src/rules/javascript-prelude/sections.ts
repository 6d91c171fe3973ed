import { bufferSource } from './buffer'
import { consoleSource } from './console'
import { eventsSource } from './events'
import { filesSource, pathSource, readlineSource } from './files'
import { formatSource } from './format'
import { globalsSource, localeSource, urlSource } from './globals'
import { inspectSource } from './inspect'
import { layoutSource } from './layout'
import { assertSource, equalitySource, modulesSource, processSource, utilSource } from './modules'

/** Sources of the prelude's sections by name: each is a function that takes the prelude's `kit` and returns a value. */
export const preludeSections: ReadonlyMap<string, string> = new Map([
  ['assert', assertSource],
  ['buffer', bufferSource],
  ['console', consoleSource],
  ['equality', equalitySource],
  ['events', eventsSource],
  ['files', filesSource],
  ['format', formatSource],
  ['globals', globalsSource],
  ['inspect', inspectSource],
  ['layout', layoutSource],
  ['locale', localeSource],
  ['modules', modulesSource],
  ['path', pathSource],
  ['process', processSource],
  ['readline', readlineSource],
  ['url', urlSource],
  ['util', utilSource],
])
