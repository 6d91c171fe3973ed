import type { WrongItem } from '@dxx/contract/calls/bank'
import { timeFrom } from '@dxx/contract/rules/time-from'
import { useState } from 'react'
import { serverNow } from '../../api/clock'
import { useAction } from '../../api/use-action'
import { invalidateCalls } from '../../api/use-call'
import { showModal } from '../../state/store'
import { Button } from '../../ui/button'
import { Tag } from '../../ui/tag'
import { AskAi } from '../questions/ask-ai'
import { QuestionView, TypeTag } from '../questions/question-view'
import { RichText } from '../questions/rich-text'
import { CauseSheet } from './cause-sheet'
import { causeNames, sourceNames } from './wrong-labels'

const changed = () => void invalidateCalls('GET /v1/wrong_list', 'GET /v1/wrong_summary')
const nothing = () => {}

/** A question of 错题本: collapsed to its stem, expanded with the given and the right answer. */
export function WrongItemCard({ item, rightToLeave }: { item: WrongItem; rightToLeave: number }) {
  const { result, causes, note } = item
  const { question } = result
  const [open, setOpen] = useState(false)
  const [tagging, setTagging] = useState(false)
  const remove = useAction('POST /v1/wrong_remove', { onDone: changed })

  async function leave(): Promise<void> {
    const content = '移出错题本？以后再做错会自动回来。'
    if ((await showModal({ content, confirmText: '移出', type: 2 })) === 'confirm') await remove.run({ ids: [item.id] })
  }

  return (
    <article className="rounded-card bg-card p-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2>
          <TypeTag question={question} />
        </h2>
        <span className="tabular-nums text-12 text-ink-3">
          错 {item.wrongCount} 次 · {timeFrom(item.lastAt, serverNow())}
        </span>
      </div>
      {open ? (
        <QuestionView question={question} answer={result.answer} onAnswer={nothing} result={result} quiet />
      ) : (
        // Only a clipped stem fades; a short one ends above the fade.
        <div className="max-h-28 overflow-hidden mask-[linear-gradient(#000_5rem,transparent_7rem)]">
          <RichText html={question.stem} />
        </div>
      )}
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <Tag tone="grey">{sourceNames[item.source]}</Tag>
        <span className="min-w-0 truncate text-12 text-ink-3">{item.curriculum.title}</span>
        {causes.map((cause) => (
          <Tag key={cause} tone="amber">
            {causeNames[cause]}
          </Tag>
        ))}
        <span className="tabular-nums ml-auto text-12 text-ink-3">
          连对 {item.rightStreak} / {rightToLeave}
        </span>
      </p>
      {note && <p className="mt-2 rounded-item bg-fill px-3 py-2 text-13 text-ink-2">{note}</p>}
      <div className="mt-2 flex flex-wrap gap-1">
        <Button kind="text" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : '看解析'}
        </Button>
        <AskAi id={item.id} />
        <Button kind="text" size="small" onClick={() => setTagging(true)}>
          写原因
        </Button>
        <Button kind="text" size="small" loading={remove.running} onClick={() => void leave()}>
          移出
        </Button>
      </div>
      <CauseSheet open={tagging} onClose={() => setTagging(false)} item={item} onSaved={changed} />
    </article>
  )
}
