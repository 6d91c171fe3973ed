import type { WrongItem } from '@dxx/contract/calls/bank'
import { formatTimeAgo } from '@dxx/contract/rules/time-from'
import { useState } from 'react'
import { serverNow } from '../../api/clock'
import { useAction } from '../../api/use-action'
import { showModal } from '../../state/store'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Tag } from '../../ui/tag'
import { AskAi } from '../questions/ask-ai'
import { QuestionView, TypeTag } from '../questions/question-view'
import { RichText } from '../questions/rich-text'
import { CauseSheet } from './cause-sheet'
import { changed, useMemory } from './use-memory'
import { causeNames, sourceNames } from './wrong-labels'

const nothing = () => {}

interface WrongItemCardProps {
  item: WrongItem
  rightToLeave: number
  /** Whether the keys act on this question. */
  current: boolean
  open: boolean
  onOpen(open: boolean): void
}

/** A question of 错题本: collapsed to its stem, expanded with the given and the right answer. */
export function WrongItemCard({ item, rightToLeave, current, open, onOpen }: WrongItemCardProps) {
  const { result, causes, note } = item
  const { question } = result
  const [tagging, setTagging] = useState(false)
  const remove = useAction('POST /v1/wrong_remove', { onDone: changed })

  async function leave(): Promise<void> {
    const content = '移出错题本？以后再做错会自动回来。'
    if ((await showModal({ content, confirmText: '移出', type: 2 })) === 'confirm') await remove.run({ ids: [item.id] })
  }

  return (
    <article
      tabIndex={-1}
      data-question={item.id}
      aria-current={current || undefined}
      className={cx(
        'rounded-card bg-card p-4 outline-offset-1',
        current ? 'max-desk:focus:outline-none desk:outline-2 desk:outline-primary' : 'focus:outline-none',
      )}
    >
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2>
          <TypeTag question={question} />
        </h2>
        <span className="tabular-nums text-12 text-ink-3">
          错 {item.wrongCount} 次 · {formatTimeAgo(item.lastAt, serverNow())}
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
        <Button kind="text" size="small" aria-expanded={open} onClick={() => onOpen(!open)}>
          {open ? '收起' : '看解析'}
        </Button>
        {open && <MemoryButtons item={item} />}
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

/** 会了 and 不会, after the answer was read. */
function MemoryButtons({ item }: { item: WrongItem }) {
  const { judge, running } = useMemory()
  return (
    <>
      <Button kind="text" size="small" loading={running} onClick={() => judge(item.id, true)}>
        会了
      </Button>
      <Button kind="text" size="small" loading={running} onClick={() => judge(item.id, false)}>
        不会
      </Button>
    </>
  )
}
