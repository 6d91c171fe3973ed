import type { DraftCheck } from '@dxx/contract/calls/staff/exam-drafts'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { cx } from '../../../../ui/cx'
import { checkLines } from './draft-checks'
import { computeDraftStatistics } from './draft-figures'
import { scrollToPaperQuestion } from './paper-focus'
import { useOpenDraft } from './use-draft'

const icons = {
  ok: <CircleCheck size={15} className="mt-0.5 shrink-0 text-success" />,
  warn: <TriangleAlert size={15} className="mt-0.5 shrink-0 text-amber" />,
  bad: <CircleAlert size={15} className="mt-0.5 shrink-0 text-danger" />,
}
const order = ['bad', 'warn', 'ok'] as const
const toneNames = { ok: '通过', warn: '请留意', bad: '要改' }

/** 发布前检查: what to fix before the exam can be published. */
export function Checks({ check }: { check: DraftCheck | undefined }) {
  const { view } = useOpenDraft()
  const lines = checkLines(view.body, view.briefs, computeDraftStatistics(view.body, view.briefs), check)
  const open = lines.filter(({ tone }) => tone === 'bad').length
  const passed = lines.filter(({ tone }) => tone === 'ok')
  // The last check may belong to an earlier text.
  const isChecked = check !== undefined && check.version === view.version && view.state === 'saved'
  // Problems that block publishing come first.
  lines.sort((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone))
  return (
    <section aria-label="发布前检查">
      <h2 className="mb-1.5 font-semibold">
        发布前检查
        <span className={cx('ml-2 font-normal', open > 0 ? 'text-danger' : isChecked ? 'text-success' : 'text-ink-3')}>
          {open > 0 ? `${open} 项要改` : isChecked ? '可以发布' : '正在检查…'}
        </span>
      </h2>
      <ul className="space-y-1.5 text-ink-2">
        {lines
          .filter(({ tone }) => tone !== 'ok')
          .map(({ key, tone, text, question }) => (
            <li key={key} className="flex gap-1.5">
              {icons[tone]}
              <span className="sr-only">{toneNames[tone]}：</span>
              <span className="min-w-0">
                {text}
                {question && (
                  <button
                    type="button"
                    onClick={() => scrollToPaperQuestion(question)}
                    className="tap ml-1.5 text-primary"
                  >
                    去看
                  </button>
                )}
              </span>
            </li>
          ))}
        {/* In one line, to leave room for the settings. */}
        {passed.length > 0 && (
          <li className="flex gap-1.5">
            {icons.ok}
            <span className="sr-only">{toneNames.ok}：</span>
            <span className="min-w-0">{passed.map(({ text }) => text).join('；')}</span>
          </li>
        )}
      </ul>
    </section>
  )
}
