import type { AnswerKey, GradedTestVerdict } from '@dxx/contract/questions'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import { LabelledText } from './labelled-text'

const words: Record<GradedTestVerdict, string> = {
  passed: '通过',
  wrong: '结果不对',
  timeout: '超时',
  memory: '内存超限',
  output: '输出过长',
  error: '运行出错',
  skipped: '未运行',
  unchecked: '未能检查',
}

const looks: Partial<Record<GradedTestVerdict, { icon: typeof CircleX; tone: string }>> = {
  passed: { icon: CircleCheck, tone: 'text-success' },
  skipped: { icon: CircleDashed, tone: 'text-ink-3' },
  unchecked: { icon: CircleDashed, tone: 'text-ink-3' },
}
const failed = { icon: CircleX, tone: 'text-danger' }

const stoppedEarly = (tests: CodeKey['tests']) =>
  tests.some(({ verdict }) => verdict === 'timeout') && tests.at(-1)?.verdict === 'skipped'

type CodeKey = Extract<AnswerKey, { type: 'code' }>

/** Result per test; of hidden tests only the verdict. */
export function CodeTests({ answerKey: { tests, compileError } }: { answerKey: CodeKey }) {
  return (
    <section className="space-y-2">
      <h3 className="text-13 font-semibold text-ink-2">
        测试：通过 {tests.filter(({ verdict }) => verdict === 'passed').length} / {tests.length}
      </h3>
      {stoppedEarly(tests) && <p className="text-13 text-ink-2">超时太多，其余测试没有运行</p>}
      {compileError && <LabelledText label="编译错误" text={compileError.stderr} />}
      <ul className="space-y-1.5">
        {tests.map(({ verdict, hidden, shown }, index) => {
          const { icon: Icon, tone } = looks[verdict] ?? failed
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: tests are identified by number
            <li key={index} className="text-14">
              <p className="flex items-center gap-2">
                <Icon aria-hidden="true" size={16} className={tone} />
                测试 {index + 1}
                {hidden && <span className="text-12 text-ink-3">不公开</span>}
                <span className={tone}>{words[verdict]}</span>
              </p>
              {shown && verdict !== 'passed' && (
                <div className="mt-1 grid gap-2 desk:grid-cols-3">
                  <LabelledText label="输入" text={shown.input} />
                  <LabelledText label="应输出" text={shown.expected} />
                  <LabelledText label="你的输出" text={shown.actual || shown.stderr} />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
