import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { TextArea } from '../../kit/fields'
import { PageHead } from '../../kit/page-head'
import { Failure, TableSkeleton } from '../../kit/states'
import { offerUndo } from '../../kit/undo'

/** Words that may not be in comments, discussions, notes and profiles. */
export function Words({ tabs }: { tabs: ReactNode }) {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/word_list', {})
  const [text, setText] = useState('')
  const change = useStaffAction('POST /staff/v1/word_change', { changes: ['GET /staff/v1/word_list'] })
  const written = [...new Set(text.split(/[\s,，、;；]+/).filter(Boolean))]
  const present = new Set<string>(data ? [...data.builtIn, ...data.added] : [])
  const words = written.filter((word) => !present.has(word))
  const tooLong = words.find((word) => word.length > 30)
  const add = async () => {
    if (!(await change.run({ add: words, remove: [] }))) return
    setText('')
    toast(`已添加 ${words.length} 个词`)
  }
  const remove = async (word: string) => {
    if (await change.run({ add: [], remove: [word] }))
      offerUndo(`已去掉“${word}”`, () => void change.run({ add: [word], remove: [] }))
  }
  return (
    <>
      <PageHead title="站点内容" facts="含敏感词的评价、讨论、公开笔记发不出去；30 秒内生效，空格和符号隔开也认得出" />
      {tabs}
      <section aria-label="敏感词" className="min-h-0 flex-1 space-y-5 overflow-y-auto rounded-card bg-card p-5">
        {!data ? (
          error ? (
            <Failure error={error} noun="敏感词" onRetry={() => void refetch()} />
          ) : (
            <TableSkeleton height={56} />
          )
        ) : (
          <>
            <div className="max-w-160 space-y-2">
              <TextArea
                label="添加（空格、逗号或换行隔开）"
                maxLength={2000}
                value={text}
                onChange={setText}
                hint={
                  written.length > words.length
                    ? `已经有了：${written.filter((word) => present.has(word)).join('、')}`
                    : undefined
                }
                error={tooLong ? `“${tooLong.slice(0, 12)}…”太长，一个词最多 30 个字` : undefined}
              />
              <ConsoleButton
                kind="amber"
                disabled={words.length === 0 || words.length > 200 || Boolean(tooLong)}
                loading={change.running}
                onClick={() => void add()}
              >
                {words.length > 200 ? '一次最多 200 个' : `添加 ${words.length} 个词`}
              </ConsoleButton>
            </div>
            <WordGroup
              title={`添加的 ${data.added.length} 个`}
              words={data.added}
              onRemove={(word) => void remove(word)}
            />
            <WordGroup title={`内置的 ${data.builtIn.length} 个，不能去掉`} words={data.builtIn} />
          </>
        )}
      </section>
    </>
  )
}

interface WordGroupProps {
  title: string
  words: readonly string[]
  onRemove?(word: string): void
}

function WordGroup({ title, words, onRemove }: WordGroupProps) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-15 font-semibold">{title}</h2>
      <ul className="flex flex-wrap gap-2">
        {words.map((word) => (
          <li key={word} className="inline-flex min-h-11 items-center gap-1 rounded-cover bg-fill px-3 desk:min-h-8">
            {word}
            {onRemove && (
              <button
                type="button"
                aria-label={`去掉${word}`}
                onClick={() => onRemove(word)}
                className="tap -mr-1.5 grid size-6 place-items-center rounded-full text-ink-3 hover:bg-track"
              >
                <X size={14} />
              </button>
            )}
          </li>
        ))}
        {words.length === 0 && <li className="text-ink-3">还没有</li>}
      </ul>
    </section>
  )
}
