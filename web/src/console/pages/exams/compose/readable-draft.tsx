import type { DraftCheck } from '@dxx/contract/calls/staff/exam-drafts'
import Monitor from 'lucide-react/icons/monitor'
import { timeText } from '../../../kit/time'
import { Checks } from './checks'
import { questionNumberAt } from './draft-edits'
import { drawText, pointsOn, sumPoints } from './draft-figures'
import { FigureCard } from './figure-card'
import { QuestionTypeTag } from './type-tag'
import { useOpenDraft } from './use-draft'

/** The draft on phones: can be read, previewed and published. Composing needs a wider screen. */
export function ReadableDraft({ check }: { check: DraftCheck | undefined }) {
  const { view } = useOpenDraft()
  const { body, briefs } = view
  const { startsAt, endsAt, durationMinutes } = body
  return (
    <div className="space-y-3.5">
      <p className="flex items-center gap-2 rounded-card bg-primary-soft px-4 py-3 text-primary">
        <Monitor size={18} className="shrink-0" />
        手机上可以查看、预览和发布；选题、排序和设置请在电脑上打开这个页面
      </p>
      <FigureCard />
      <section className="rounded-card bg-card px-4 py-3.5 text-ink-2">
        <p>
          {startsAt === null ? '还没有时间' : timeText(startsAt)}
          {endsAt !== null && ` 到 ${timeText(endsAt)}`}
          {durationMinutes !== null && `，${durationMinutes} 分钟`}
        </p>
        <p className="mb-3">{check ? check.classes.map(({ name }) => name).join('、') || '还没有班级' : ''}</p>
        <Checks check={check} />
      </section>
      {body.sections.map((section, at) => (
        <section
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id
          key={at}
          className="rounded-card bg-card px-4 py-3"
        >
          <h2 className="text-15 font-semibold">
            {section.title}
            <span className="ml-2 text-12 font-normal text-ink-3">
              {section.questions.length} 题{drawText(section)} · {sumPoints(section, briefs)} 分
            </span>
          </h2>
          <ol className="mt-1 divide-y divide-line">
            {section.questions.map((item, index) => {
              const brief = briefs.get(item.question)
              return (
                <li key={item.question} className="flex gap-2 py-2">
                  <span className="tabular-nums text-ink-3">{questionNumberAt(body, { section: at, index })}</span>
                  <span className="min-w-0 flex-1">{brief?.text ?? '题目已从题库移除'}</span>
                  {brief && <QuestionTypeTag type={brief.type} />}
                  <span className="tabular-nums">{pointsOn(item, briefs)} 分</span>
                </li>
              )
            })}
          </ol>
        </section>
      ))}
    </div>
  )
}
