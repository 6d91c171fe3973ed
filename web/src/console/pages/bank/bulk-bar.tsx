import type { BankQuestion } from '@dxx/contract/calls/staff/bank'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import type { StaffData } from '../../api/client'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { Dialog } from '../../kit/dialog'
import { SelectField, TextField } from '../../kit/fields'

interface BulkBarProps {
  questions: BankQuestion[]
  banks: StaffData<'GET /staff/v1/bank_list'>
  onDone(): void
}

type Asked = 'tag' | 'untag' | 'move' | 'retire' | null

/** Actions on the selected questions, each with its effect and the number of questions. */
export function BulkBar({ questions, banks, onDone }: BulkBarProps) {
  const [asked, setAsked] = useState<Asked>(null)
  const [tag, setTag] = useState('')
  const [chapter, setChapter] = useState('')
  const ids = questions.map(({ id }) => id)
  const close = () => setAsked(null)
  const bulk = useStaffAction('POST /staff/v1/bank_bulk', {
    changes: ['GET /staff/v1/bank_questions', 'GET /staff/v1/bank_list'],
    onDone: ({ changed, skipped }) => {
      const [first] = skipped
      toast(`已改 ${changed} 题${first ? `，跳过 ${skipped.length} 题：${first.reason}` : ''}`)
      close()
      onDone()
    },
  })
  const isRetired = questions.every(({ state }) => state === 'retired')
  const chapters = chaptersOf(questions, banks)
  return (
    <div className="flex flex-wrap items-center gap-2.5 border-t border-line bg-primary-soft px-5 py-2">
      <span className="flex-1 font-semibold text-primary">已选 {ids.length} 题</span>
      <ConsoleButton kind="page" size="small" onClick={() => setAsked('tag')}>
        加标签
      </ConsoleButton>
      <ConsoleButton kind="page" size="small" onClick={() => setAsked('untag')}>
        去标签
      </ConsoleButton>
      {chapters.length > 1 && (
        <ConsoleButton kind="page" size="small" onClick={() => setAsked('move')}>
          移到章节
        </ConsoleButton>
      )}
      {isRetired ? (
        <ConsoleButton
          kind="page"
          size="small"
          loading={bulk.running}
          onClick={() => void bulk.run({ ids, action: 'revive' })}
        >
          恢复使用
        </ConsoleButton>
      ) : (
        <ConsoleButton kind="danger" size="small" onClick={() => setAsked('retire')}>
          停用
        </ConsoleButton>
      )}
      <ConsoleButton kind="page" size="small" onClick={onDone}>
        取消选择
      </ConsoleButton>
      <Dialog
        open={asked === 'tag' || asked === 'untag'}
        onClose={close}
        title={asked === 'tag' ? `给 ${ids.length} 题加标签` : `从 ${ids.length} 题去掉标签`}
        actions={
          <ConsoleButton
            kind="primary"
            disabled={tag.trim() === ''}
            loading={bulk.running}
            onClick={() => void bulk.run({ ids, action: asked === 'tag' ? 'tag' : 'untag', tag: tag.trim() })}
          >
            {asked === 'tag' ? '加上' : '去掉'}
          </ConsoleButton>
        }
      >
        <TextField label="标签" value={tag} onChange={setTag} maxLength={30} data-autofocus />
      </Dialog>
      <Dialog
        open={asked === 'move'}
        onClose={close}
        title={`把 ${ids.length} 题移到`}
        actions={
          <ConsoleButton
            kind="primary"
            loading={bulk.running}
            onClick={() => void bulk.run({ ids, action: 'move', chapter: chapter || chapters[0]!.id })}
          >
            移动
          </ConsoleButton>
        }
      >
        <SelectField
          label="章节"
          value={chapter || (chapters[0]?.id ?? '')}
          onChange={setChapter}
          options={chapters.map(({ id, title }) => ({ value: id, label: title }))}
        />
      </Dialog>
      <Confirm
        open={asked === 'retire'}
        onClose={close}
        title={`停用 ${ids.length} 题`}
        effect="停用的题不再出现在练习和选题里；答过的学生还看得到，以后可以恢复。正在考试的题会跳过。"
        confirm={`停用 ${ids.length} 题`}
        running={bulk.running}
        onConfirm={() => void bulk.run({ ids, action: 'retire' })}
      />
    </div>
  )
}

/** Chapters to which the questions can be moved together: those of their bank, if all are of one. */
function chaptersOf(questions: BankQuestion[], banks: BulkBarProps['banks']) {
  const ids = new Set(questions.map(({ bank }) => bank.id))
  const home = ids.size === 1 ? banks.find(({ id }) => ids.has(id)) : undefined
  return home?.kind === 'bank' ? home.chapters : []
}
