import type { QuestionType } from '@dxx/contract/questions'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Info from 'lucide-react/icons/info'
import Lock from 'lucide-react/icons/lock'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { toast } from '../../../state/flash'
import { useDesktop, useMedia } from '../../../ui/use-media'
import { callStaff, type StaffData } from '../../api/client'
import { staffQueryClient, useStaffAction, useStaffCall } from '../../api/hooks'
import { useSignedInStaff } from '../../frame/me'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { PopMenu } from '../../kit/menu'
import { SaveLine, TextConflict } from '../../kit/save-line'
import { useShortcut } from '../../kit/shortcuts'
import { Failure, TableSkeleton } from '../../kit/states'
import { useLoadedText, useTextSync } from '../../kit/use-text-sync'
import { AboutPanel } from './about-panel'
import { QuestionStateTag } from './list'
import { QuestionForm } from './question-form'
import { QuestionPreview } from './question-preview'
import { useQuestionFields } from './use-question-fields'

type Question = StaffData<'GET /staff/v1/bank_question'>

const name = 'GET /staff/v1/bank_question'

async function loadText(id: string) {
  const { text, hash, brief, updatedBy, isOwn } = await callStaff(name, { id })
  return { text, hash, updatedAt: brief.updatedAt, updatedBy, isOwn }
}

/** 题目编辑: form, phone preview, and the panel with use and versions of the question. */
export function QuestionEditorPage({ id }: { id: string }) {
  const me = useSignedInStaff()
  const { data, error, refetch } = useStaffCall(name, { id })
  const text = useLoadedText(me.person.id, `question:${id}`, () => loadText(id))
  const failed = error && !data ? error : text.error
  if (failed)
    return (
      <Failure
        error={failed}
        noun="题目"
        onRetry={() => {
          void refetch()
          text.retry()
        }}
      />
    )
  if (!data || !text.loaded) return <TableSkeleton height={56} />
  return <Editor id={id} question={data} loaded={text.loaded} />
}

interface EditorProps {
  id: string
  question: Question
  loaded: NonNullable<ReturnType<typeof useLoadedText>['loaded']>
}

function Editor({ id, question, loaded }: EditorProps) {
  const desktop = useDesktop()
  const { sync, view } = useTextSync(loaded, {
    load: () => loadText(id),
    save: (text, base) => callStaff('POST /staff/v1/bank_save', { id, text, base }),
  })
  const isRoomy = useMedia('(min-width: 1200px)')
  const [shows, setShows] = useState<'preview' | 'about' | null>(null)
  const { fields, change } = useQuestionFields(view.text, (text) => sync.edit(text))
  const { brief } = question
  const isLocked = question.lockedBy.length > 0
  const about = (
    <AboutPanel
      id={id}
      question={question}
      text={view.text}
      onRestored={() => void loadText(id).then(({ hash }) => sync.meetVersion(hash))}
    />
  )
  return (
    <>
      <EditorBar
        id={id}
        question={question}
        view={view}
        sync={sync}
        onPreview={desktop ? undefined : () => setShows('preview')}
        onAbout={isRoomy ? undefined : () => setShows('about')}
      />
      {isLocked && (
        <p role="status" className="flex items-center gap-2 rounded-card bg-amber-soft px-4 py-2.5 text-amber">
          <Lock size={15} className="shrink-0" />
          这道题在还没有结束的考试里（
          {question.lockedBy.map(({ title }) => (title ? `《${title}》` : '别处的考试')).join('')}
          ）：可以写草稿，考试结束后才能发布
        </p>
      )}
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] gap-3.5 desk:grid-cols-[minmax(0,1fr)_390px] wide:grid-cols-[minmax(0,1fr)_390px_280px]">
        <section aria-label="编辑" className="min-h-0 overflow-y-auto rounded-card bg-card p-4">
          <QuestionForm
            fields={fields}
            text={view.text}
            bank={brief.bank.id}
            onChange={change}
            onText={(text) => sync.edit(text)}
          />
        </section>
        {desktop && (
          <section aria-label="手机预览" className="flex min-h-0 flex-col overflow-hidden">
            <QuestionPreview bank={brief.bank.id} text={view.text} />
          </section>
        )}
        {isRoomy && about}
      </div>
      <TextConflict sync={sync} view={view} />
      <Dialog open={shows === 'preview'} onClose={() => setShows(null)} title="手机预览">
        <QuestionPreview bank={brief.bank.id} text={view.text} />
      </Dialog>
      <Dialog side open={shows === 'about'} onClose={() => setShows(null)} title="用处、统计和版本">
        {about}
      </Dialog>
    </>
  )
}

const changed = ['GET /staff/v1/bank_questions', 'GET /staff/v1/bank_list'] as const

type Sync = ReturnType<typeof useTextSync>

/** Link back to the bank, and the name of the question with its state. */
function EditorHead({ brief }: Pick<Question, 'brief'>) {
  return (
    <div className="mr-auto min-w-0 max-desk:w-full">
      <nav aria-label="上一级" className="flex items-center gap-1.5 text-12 text-ink-3">
        <Link href="/bank" className="tap rounded-item hover:text-primary">
          题库
        </Link>
        <ChevronRight size={12} />
        <span className="truncate">{brief.bank.title}</span>
      </nav>
      <h1 className="flex min-w-0 items-center gap-2 text-17 leading-tight font-semibold">
        <span className="truncate">{brief.text || brief.slug}</span>
        <QuestionStateTag question={brief} />
      </h1>
    </div>
  )
}

interface EditorBarProps extends Sync {
  id: string
  question: Question
  /** Opens the preview; present only if the preview is not beside the form. */
  onPreview?(): void
  /** Opens the panel with use and versions; present only if the panel is not beside the form. */
  onAbout?(): void
}

function EditorBar({ id, question, sync, view, onPreview, onAbout }: EditorBarProps) {
  const [, go] = useLocation()
  const { brief } = question
  const reload = () => staffQueryClient.invalidateQueries({ queryKey: [name] })
  const publish = useStaffAction('POST /staff/v1/bank_publish', {
    changes: [...changed],
    onDone: async () => {
      toast('已发布')
      // The server normalises the text; later edits must be based on the normalised text.
      const { hash } = await loadText(id)
      await sync.meetVersion(hash)
      void reload()
    },
  })
  const discard = useStaffAction('POST /staff/v1/bank_discard', {
    changes: [...changed],
    onDone: async () => {
      if (brief.state === 'new') return go('/bank')
      const { hash } = await loadText(id)
      await sync.meetVersion(hash)
      void reload()
    },
  })
  const copy = useStaffAction('POST /staff/v1/bank_create', {
    changes: [...changed],
    onDone: (made) => go(`/bank/${made.id}`),
  })
  const retire = useStaffAction('POST /staff/v1/bank_bulk', {
    changes: [...changed],
    onDone: ({ skipped: [first] }) => {
      toast(first ? first.reason : brief.state === 'retired' ? '已恢复' : '已停用')
      void reload()
    },
  })
  const run = async () => {
    if (await sync.flush()) await publish.run({ id })
  }
  useShortcut('mod+s', '保存', () => void sync.flush())
  useShortcut('f', '发布', () => void run())
  const hasDraft = question.published === null || view.text !== question.published
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <EditorHead brief={brief} />
      <SaveLine view={view} />
      {onPreview && (
        <ConsoleButton kind="page" icon={<Smartphone size={16} />} onClick={onPreview}>
          预览
        </ConsoleButton>
      )}
      {onAbout && (
        <ConsoleButton kind="page" icon={<Info size={16} />} onClick={onAbout}>
          用处和版本
        </ConsoleButton>
      )}
      <PopMenu
        trigger={
          <ConsoleButton kind="page" aria-label="更多">
            <Ellipsis size={16} />
          </ConsoleButton>
        }
        items={[
          {
            label: '照着新建一题',
            icon: <Copy size={15} />,
            onSelect: () => void copy.run({ bank: brief.bank.id, type: brief.type as QuestionType, copy: id }),
          },
          hasDraft && {
            label: brief.state === 'new' ? '删除这份草稿' : '放弃草稿',
            icon: <RotateCcw size={15} />,
            danger: true,
            onSelect: () => void discard.run({ id }),
          },
          brief.state !== 'new' && {
            label: brief.state === 'retired' ? '恢复使用' : '停用',
            danger: brief.state !== 'retired',
            onSelect: () => void retire.run({ ids: [id], action: brief.state === 'retired' ? 'revive' : 'retire' }),
          },
        ]}
      />
      <ConsoleButton
        kind="amber"
        hotkey="F"
        disabled={!hasDraft || question.lockedBy.length > 0}
        loading={publish.running}
        onClick={() => void run()}
      >
        发布
      </ConsoleButton>
    </div>
  )
}
