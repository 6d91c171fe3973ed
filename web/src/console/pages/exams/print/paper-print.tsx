import '../../../../styles/print-sheet.css'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import KeyRound from 'lucide-react/icons/key-round'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { PrintedAnswer, PrintedQuestion } from '../../../../features/questions/printed-question'
import { cx } from '../../../../ui/cx'
import { usePrint } from '../../../../ui/use-print'
import type { StaffData } from '../../../api/client'
import { ConsoleButton } from '../../../kit/button'
import { sectionText, splitSections, studentTotals } from './split-sections'

export type PrintedPaper = Pick<StaffData<'GET /staff/v1/exam_paper'>, 'title' | 'sections' | 'questions' | 'keys'> & {
  durationMinutes: number | null
  /** Ids of voided questions. */
  voided?: ReadonlySet<string>
}

type Part = 'paper' | 'key'

/** Prints the paper or the answer key; the browser can save both as PDF. */
export function PaperPrint({ paper, onClose }: { paper: PrintedPaper; onClose(): void }) {
  const [part, setPart] = useState<Part>('paper')
  const { printing, print } = usePrint()
  const printPart = (next: Part) => {
    setPart(next)
    print()
  }
  const sheet = part === 'paper' ? <Paper paper={paper} /> : <KeySheet paper={paper} />
  return (
    <section aria-label="打印" className="space-y-3.5">
      <div className="flex flex-wrap items-center gap-2">
        <ConsoleButton kind="page" icon={<ArrowLeft size={16} />} onClick={onClose}>
          返回
        </ConsoleButton>
        <fieldset aria-label="看哪一份" className="flex rounded-full bg-card p-0.5">
          {(['paper', 'key'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={part === one}
              onClick={() => setPart(one)}
              className={cx(
                'h-10 rounded-full px-4 desk:h-8',
                part === one ? 'bg-primary-soft font-semibold text-primary' : 'text-ink-2',
              )}
            >
              {one === 'paper' ? '试卷' : '答案'}
            </button>
          ))}
        </fieldset>
        {/* On phones the buttons share a line of their own. */}
        <div className="ml-auto flex gap-2 max-desk:w-full max-desk:*:flex-1">
          <ConsoleButton kind="line" icon={<KeyRound size={16} />} onClick={() => printPart('key')}>
            打印答案
          </ConsoleButton>
          <ConsoleButton kind="primary" icon={<Printer size={16} />} onClick={() => printPart('paper')}>
            打印试卷
          </ConsoleButton>
        </div>
      </div>
      {paper.sections.some(({ draw }) => draw !== undefined) && (
        <p className="text-12 text-ink-2">
          每位学生的题不同：这里打印的是全部备选题，不是一位学生的卷子。学生的卷子在考试页面里。
        </p>
      )}
      <div className="paper-colors mx-auto max-w-210 rounded-card bg-white px-6 py-8 text-[#171b26] desk:px-14">
        {sheet}
      </div>
      {printing && createPortal(<div className="print-sheet paper-colors">{sheet}</div>, document.body)}
    </section>
  )
}

function Paper({ paper }: { paper: PrintedPaper }) {
  const { title, durationMinutes, questions, sections, voided } = paper
  const { count, points } = studentTotals(sections)
  return (
    <>
      <h2 className="text-center text-23 font-bold">{title || '未命名考试'}</h2>
      <p className="mt-1 text-center text-13">
        满分 {points} 分{durationMinutes !== null && `，${durationMinutes} 分钟`}，共 {count} 题
      </p>
      <p className="mt-4 mb-6 flex flex-wrap justify-between gap-x-6 gap-y-2 border-b border-black pb-3 text-14">
        <span>班级 ______________</span>
        <span>姓名 ______________</span>
        <span>学号 ________________</span>
        <span>得分 ________</span>
      </p>
      {splitSections(questions, sections).map((section, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id
        <section key={at} className="mb-6">
          {section.title && (
            <h3 className="mb-2 text-15 font-bold">
              {section.title}（{section.draw === undefined && '共 '}
              {sectionText(section)}）
            </h3>
          )}
          <ol className="space-y-5">
            {section.items.map((question, index) => (
              <PrintedQuestion
                key={question.id}
                question={question}
                number={section.from + index + 1}
                note={voided?.has(question.id) ? '已作废' : undefined}
              />
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}

function KeySheet({ paper: { title, questions, keys, sections } }: { paper: PrintedPaper }) {
  return (
    <>
      <h2 className="mb-5 text-center text-19 font-bold">{title || '未命名考试'} · 答案与解析</h2>
      {splitSections(questions, sections).map((section, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id
        <section key={at} className="mb-5">
          {section.title && <h3 className="mb-2 text-15 font-bold">{section.title}</h3>}
          <ol className="space-y-4">
            {section.items.map((question, index) => (
              <PrintedAnswer
                key={question.id}
                question={question}
                number={section.from + index + 1}
                {...keys[section.from + index]!}
              />
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}
