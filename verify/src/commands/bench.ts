import { balanceBench } from '../bench/balance'
import { callsBench } from '../bench/calls'
import { classesBench } from '../bench/classes'
import { type BenchDatabase, withBenchDatabase } from '../bench/database'
import { dayBench } from '../bench/day'
import { epubBench } from '../bench/epub'
import { examBench } from '../bench/exam'
import { fairBench } from '../bench/fair'
import { importBench } from '../bench/import'
import { liveBench } from '../bench/live'
import { loginsBench } from '../bench/logins'
import { pagesBench } from '../bench/pages'
import { questionsBench } from '../bench/questions'
import { readBench } from '../bench/read'
import { readerBench } from '../bench/reader'
import { resultsBench } from '../bench/results'
import { retrievalBench } from '../bench/retrieval'
import { runcodeBench } from '../bench/runcode'
import { savesBench } from '../bench/saves'
import { searchBench } from '../bench/search'
import { shopBench } from '../bench/shop'
import { staffBench } from '../bench/staff'
import { startBench } from '../bench/start'
import { studioBench } from '../bench/studio'
import { vectorsBench } from '../bench/vectors'

const benches: Record<string, (database: BenchDatabase) => Promise<string[]>> = {
  balance: balanceBench,
  calls: callsBench,
  classes: classesBench,
  day: dayBench,
  read: readBench,
  epub: epubBench,
  exam: examBench,
  fair: fairBench,
  import: importBench,
  live: liveBench,
  logins: loginsBench,
  pages: pagesBench,
  questions: questionsBench,
  reader: readerBench,
  results: resultsBench,
  retrieval: retrievalBench,
  runcode: runcodeBench,
  saves: savesBench,
  search: searchBench,
  shop: shopBench,
  staff: staffBench,
  start: startBench,
  studio: studioBench,
  vectors: vectorsBench,
}

/** npm run bench [-- name …]: each benchmark prints measurements and a ratio to a reference of the same run. */
export async function main(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in benches))
  if (unknown.length > 0)
    throw new Error(`没有名为 ${unknown.join('、')} 的测量；可选：${Object.keys(benches).join('、')}`)
  for (const name of names.length > 0 ? names : Object.keys(benches)) {
    console.log(`\n== ${name}`)
    const run = withBenchDatabase((database) => benches[name]!(database), { hasStatistics: name === 'day' })
    for (const line of await run) console.log(line)
  }
}
