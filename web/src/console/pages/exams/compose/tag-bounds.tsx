import type { TagBound } from '@dxx/contract/calls/staff/exam-shapes'
import X from 'lucide-react/icons/x'
import { SelectField } from '../../../kit/fields'
import { countDraftTags } from './draft-tags'
import { NumberField } from './number-field'
import { useOpenDraft } from './use-draft'

const mostBounds = 50

/** 知识点的题数: how many questions of a knowledge point every paper has, at least and at most. */
export function TagBounds({ bounds, onChange }: { bounds: TagBound[]; onChange(bounds: TagBound[]): void }) {
  const { view } = useOpenDraft()
  const counts = countDraftTags(view.body, view.briefs)
  const free = counts.filter(({ tag }) => bounds.every((bound) => bound.tag !== tag))
  if (counts.length === 0 && bounds.length === 0) return null
  const change = (tag: string, part: Partial<TagBound>) =>
    onChange(bounds.map((bound) => (bound.tag === tag ? { ...bound, ...part } : bound)))
  return (
    <div className="space-y-2">
      {bounds.length > 0 && (
        <ul aria-label="知识点的题数" className="space-y-2">
          {bounds.map(({ tag, min, max }) => {
            const questions = counts.find((one) => one.tag === tag)?.questions ?? 0
            return (
              <li key={tag} className="rounded-cover inset-ring inset-ring-line p-2.5">
                <p className="mb-1.5 flex items-center justify-between gap-2">
                  <span className="min-w-0 truncate">
                    {tag} <span className="tabular-nums text-12 text-ink-3">试卷里有 {questions} 题</span>
                  </span>
                  <button
                    type="button"
                    aria-label={`不限定知识点“${tag}”`}
                    onClick={() => onChange(bounds.filter((bound) => bound.tag !== tag))}
                    className="tap grid size-6 shrink-0 place-items-center text-ink-3"
                  >
                    <X size={14} />
                  </button>
                </p>
                <div className="grid grid-cols-2 gap-2">
                  <NumberField
                    label="每卷至少"
                    value={min}
                    min={0}
                    max={500}
                    placeholder="不限"
                    onChange={(next) => change(tag, { min: next })}
                  />
                  <NumberField
                    label="每卷最多"
                    value={max}
                    min={0}
                    max={500}
                    placeholder="不限"
                    onChange={(next) => change(tag, { max: next })}
                  />
                </div>
              </li>
            )
          })}
        </ul>
      )}
      {free.length > 0 && bounds.length < mostBounds && (
        <SelectField
          label="限定一个知识点每卷几题"
          value=""
          options={[
            { value: '', label: '选知识点' },
            ...free.map(({ tag, questions }) => ({ value: tag, label: `${tag}（${questions} 题）` })),
          ]}
          onChange={(tag) => tag && onChange([...bounds, { tag, min: null, max: null }])}
        />
      )}
    </div>
  )
}
