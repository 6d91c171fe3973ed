import type { PaperRules } from '@dxx/contract/calls/staff/exam-shapes'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Switch } from '../../../../ui/switch'
import { ConsoleButton } from '../../../kit/button'
import { TextField } from '../../../kit/fields'
import { listDraftQuestions } from './draft-edits'
import { groupNumbers, noRules, parseGroup } from './enemy-groups'
import { NumberField } from './number-field'
import { TagBounds } from './tag-bounds'
import { useOpenDraft } from './use-draft'

/** Rules for the papers of a draft whose students get different questions (每人抽 n 题). */
export function PaperRulesFields() {
  const { view, edit } = useOpenDraft()
  const { body } = view
  const { papers = noRules, sections } = body
  if (!sections.some(({ draw, questions }) => draw !== undefined && draw < questions.length)) return null
  const set = (change: Partial<PaperRules>) =>
    edit((now) => ({ ...now, papers: { ...noRules, ...now.papers, ...change } }))
  const percent = (share: number | null) => (share === null ? null : Math.round(share * 100))
  const share = (next: number | null) => (next === null ? null : next / 100)
  return (
    <fieldset className="space-y-2.5 border-y border-line py-3">
      <legend className="sr-only">每人一卷</legend>
      <p aria-hidden="true" className="font-semibold">
        每人一卷
      </p>
      <NumberField
        label="一题最多在百分之几的卷子里"
        value={percent(papers.exposure)}
        min={1}
        max={100}
        placeholder="尽量平均"
        onChange={(next) => set({ exposure: share(next) })}
      />
      <NumberField
        label="两份卷最多百分之几的题相同"
        value={percent(papers.overlap)}
        min={0}
        max={100}
        placeholder="尽量少"
        onChange={(next) => set({ overlap: share(next) })}
      />
      <NumberField
        label="与这些班级以前的卷子最多百分之几相同"
        value={percent(papers.repeated)}
        min={0}
        max={100}
        placeholder="不限"
        onChange={(next) => set({ repeated: share(next) })}
      />
      <TagBounds bounds={papers.tags ?? []} onChange={(tags) => set({ tags })} />
      <EnemyGroups papers={papers} onChange={(enemies) => set({ enemies })} />
      <p className="flex items-center justify-between gap-3 text-ink-2">
        <span>
          <span aria-hidden="true">分数等值换算</span>
          <span className="block text-12 text-ink-3">按各卷的难度把总分换算到同一尺度，学生看得到换算方法</span>
        </span>
        <Switch label="分数等值换算" checked={papers.equated} onChange={(equated) => set({ equated })} />
      </p>
    </fieldset>
  )
}

interface EnemyGroupsProps {
  papers: PaperRules
  onChange(enemies: string[][]): void
}

/** 互斥题: groups of questions of which a paper has at most one, typed as numbers of the draft. */
function EnemyGroups({ papers: { enemies }, onChange }: EnemyGroupsProps) {
  const { view } = useOpenDraft()
  const ids = listDraftQuestions(view.body).map(({ question }) => question)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const add = () => {
    const parsed = parseGroup(text, ids)
    if (typeof parsed === 'string') return setProblem(parsed)
    setProblem('')
    setText('')
    onChange([...enemies, parsed])
  }
  return (
    <div>
      {enemies.length > 0 && (
        <ul aria-label="互斥题" className="mb-1.5 space-y-1">
          {enemies.map((group, at) => (
            <li key={group.join()} className="flex items-center justify-between gap-2 text-ink-2">
              <span className="tabular-nums">{groupNumbers(group, ids)} 互斥</span>
              <button
                type="button"
                aria-label={`去掉：${groupNumbers(group, ids)} 互斥`}
                onClick={() => onChange(enemies.filter((_, other) => other !== at))}
                className="tap grid size-6 place-items-center text-ink-3"
              >
                <X size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="flex flex-col items-start gap-1.5"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <div className="w-full">
          <TextField
            label="互斥题：一份卷里最多一题"
            placeholder="题号，如 3、7"
            value={text}
            error={problem || undefined}
            onChange={(next) => {
              setText(next)
              setProblem('')
            }}
          />
        </div>
        <ConsoleButton type="submit" kind="soft" size="small">
          加一组互斥题
        </ConsoleButton>
      </form>
    </div>
  )
}
