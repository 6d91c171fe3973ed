import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { CodeQueue } from '../../adapters/runner/queue'
import { startWorker } from '../../jobs/worker'
import type { Attack } from '../../runner/attacks/attack'
import { attackSuites } from '../../runner/attacks/suites'
import { startTestApp, type TestApp } from '../../testing/app'
import { silent } from '../../testing/database'
import { long } from '../../testing/measurements'
import { sharedTestRunner } from '../../testing/runner'
import { gradeAnswer } from './public'
import { uid, withTextbook } from './questions.fixture'

// Each test grades six right answers, two of them compiled.
vi.setConfig({ testTimeout: 400_000 })

const right: Record<string, string> = {
  python: 'print(sum(map(int, input().split())))',
  javascript: 'console.log(readline().split(" ").map(Number).reduce((a, b) => a + b))',
  typescript: 'const [a, b]: number[] = readline()!.split(" ").map(Number)\nconsole.log(a + b)',
  c: '#include <stdio.h>\nint main() { int a, b; scanf("%d %d", &a, &b); printf("%d\\n", a + b); }',
  cpp: '#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b << std::endl; }',
}
const sqlAnswer = 'select title from books'
const slugOf = (language: string) => (language === 'sql' ? 'paid-sql' : `sum-${language}`)

const question = (language: string) => `
## ${slugOf(language)}
type: code
language: ${language}
score: 4

读两个数，输出它们的和。

\`\`\`tests
- { input: "1 2", output: "3", hidden: false, score: 1 }
- { input: "20 30", output: "50", hidden: true, score: 3 }
\`\`\`
`

let server: TestApp
let small: Awaited<ReturnType<typeof withTextbook>>
let host: Awaited<ReturnType<typeof sharedTestRunner>>
beforeAll(async () => {
  server = await startTestApp({ floodPerUser: 100_000 })
  small = await withTextbook(server)
  const languages = Object.keys(right)
  await small.folder.write({
    'textbooks/small/questions/programs.md': languages.map(question).join(''),
    'textbooks/small/chapters/three.md': `# 三\n\n${languages.map((one) => `@[question](${slugOf(one)})`).join('\n\n')}\n`,
  })
  const { refused, problems } = await small.folder.run(server.db)
  if (refused.length > 0) throw new Error(JSON.stringify(problems))
  // The runner has one slot, so right answers are graded after hostile ones in the same process.
  host = await sharedTestRunner()
})
afterAll(async () => {
  await small.folder.remove()
  await server.close()
})

async function grade(answers: { language: string; source: string }[]) {
  const { client } = await small.owner()
  const ids: string[] = []
  for (const { language, source } of answers) {
    const { paper } = await client.call('GET /v1/textbooks_get_question', { id: uid(slugOf(language)) })
    const answer = { type: 'code' as const, source }
    ids.push((await client.call('POST /v1/textbooks_question_submit', { paper, answer })).id)
  }
  const handlers = { grade_code: gradeAnswer(new CodeQueue(host.runner)) }
  const { db, clock } = server
  const jobs = () => startWorker({ db, clock, log: silent, lasting: ['grade_code'], handlers }).runDue()
  await jobs()
  const verdicts = async () =>
    Promise.all(ids.map(async (id) => (await client.call('GET /v1/textbooks_question_result', { id })).result.verdict))
  // A program that got too little CPU time on a busy machine stays ungraded and is run again.
  while ((await verdicts()).includes('grading')) {
    clock.advance(3600)
    await jobs()
  }
  return verdicts()
}

const suites = (['javascript', 'typescript', 'sql'] as const).map((language): [CodeLanguage, Attack[]] => [
  language,
  attackSuites[language]!,
])

it.each(suites)(
  'after hostile answers in %s, right answers in all languages are graded as right',
  async (language, attacks) => {
    const { pid } = host.runner
    const chosen = attacks.filter(({ slow, always }, index) => long || always || (!slow && index % 12 === 2))
    const verdicts = await grade(chosen.map(({ source }) => ({ language, source })))
    // No hostile answer is graded as right, and none waits for manual grading because it crashed the runner.
    expect(verdicts.filter((verdict) => verdict !== 'wrong' && verdict !== 'partial')).toEqual([])
    if (pid !== undefined) expect(host.runner.pid).toBe(pid)
    const honest = Object.entries({ ...right, sql: sqlAnswer }).map(([name, source]) => ({ language: name, source }))
    expect(await grade(honest)).toEqual(honest.map(() => 'right'))
  },
)
