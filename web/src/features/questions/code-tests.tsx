import type { AnswerKey } from '@dxx/contract/questions'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import { LabelledText } from './labelled-text'

const words = { passed: '通过', wrong: '结果不对', timeout: '超时', error: '出错' } as const

type CodeKey = Extract<AnswerKey, { type: 'code' }>

/** How the program did, test by test; of hidden ones the verdict alone. */
export function CodeTests({ answerKey: { tests, compileError } }: { answerKey: CodeKey }) {
  return (
    <section className="space-y-2">
      <h3 className="text-13 font-semibold text-ink-2">
        测试：通过 {tests.filter(({ verdict }) => verdict === 'passed').length} / {tests.length}
      </h3>
      {compileError && <LabelledText label="编译错误" text={compileError.stderr} />}
      <ul className="space-y-1.5">
        {tests.map(({ verdict, hidden, shown }, index) => {
          const passed = verdict === 'passed'
          const Icon = passed ? CircleCheck : CircleX
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: tests are counted
            <li key={index} className="text-14">
              <p className="flex items-center gap-2">
                <Icon aria-hidden="true" size={16} className={passed ? 'text-success' : 'text-danger'} />
                测试 {index + 1}
                {hidden && <span className="text-12 text-ink-3">不公开</span>}
                <span className={passed ? 'text-success' : 'text-danger'}>{words[verdict]}</span>
              </p>
              {shown && !passed && (
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
