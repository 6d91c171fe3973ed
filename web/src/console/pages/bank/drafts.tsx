import BookOpen from 'lucide-react/icons/book-open'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Sparkles from 'lucide-react/icons/sparkles'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { ApiError } from '../../../api/error'
import { callStaff, type StaffData, type StaffInput } from '../../api/client'
import { useStaffCall } from '../../api/hooks'
import { ConsoleButton, consoleButtonClass } from '../../kit/button'
import { PageHead } from '../../kit/page-head'
import { Failure, RegionState, TableSkeleton } from '../../kit/states'
import { DraftResults } from './drafts/results'
import { SourceForm } from './drafts/source-form'

/** Input of the request: the chapter to draft from, and where chosen drafts go; `chapter` is empty for a textbook. */
interface DraftRequest {
  asked: StaffInput<'GET /staff/v1/ai_question_drafts'>
  bank: string
  chapter: string
}

type Drafting =
  | { state: 'idle' }
  | { state: 'running' }
  | { state: 'failed'; error: ApiError; draftRequest: DraftRequest }
  | { state: 'done'; data: StaffData<'GET /staff/v1/ai_question_drafts'>; draftRequest: DraftRequest }

/** AI 起草: questions drafted from a chapter; the chosen ones become drafts of a bank. Nothing is published here. */
export function QuestionDraftsPage() {
  const sources = useStaffCall('GET /staff/v1/ai_draft_sources', {}, { staleTime: 300_000 })
  const banks = useStaffCall('GET /staff/v1/bank_list', {}, { staleTime: 60_000 })
  const error = sources.error ?? banks.error
  return (
    <>
      <nav aria-label="上一级" className="-mb-2 flex items-center gap-1.5 text-12 text-ink-3">
        <Link href="/bank" className="tap rounded-item hover:text-primary">
          题库
        </Link>
        <ChevronRight size={12} />
        <span>AI 起草</span>
      </nav>
      <PageHead title="AI 起草" facts="大模型根据一章的内容起草题目；只是草稿，读过、改过再发布" />
      {sources.data && banks.data ? (
        <Body sources={sources.data} banks={banks.data} />
      ) : error ? (
        <Failure
          error={error}
          noun="章节"
          onRetry={() => {
            void sources.refetch()
            void banks.refetch()
          }}
        />
      ) : (
        <TableSkeleton height={56} />
      )}
    </>
  )
}

interface BodyProps {
  sources: StaffData<'GET /staff/v1/ai_draft_sources'>
  banks: StaffData<'GET /staff/v1/bank_list'>
}

function Body({ sources: { available, sources }, banks }: BodyProps) {
  const [drafting, setDrafting] = useState<Drafting>({ state: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function draft(draftRequest: DraftRequest) {
    const controller = new AbortController()
    running.current = controller
    setDrafting({ state: 'running' })
    try {
      const data = await callStaff('GET /staff/v1/ai_question_drafts', draftRequest.asked, {
        signal: controller.signal,
      })
      setDrafting({ state: 'done', data, draftRequest })
    } catch (error) {
      if (controller.signal.aborted) return setDrafting({ state: 'idle' })
      if (!(error instanceof ApiError)) throw error
      setDrafting({ state: 'failed', error, draftRequest })
    }
  }

  if (!available) return <NoModel />
  if (sources.length === 0 || banks.length === 0)
    return (
      <RegionState
        tone="blue"
        icon={<BookOpen size={24} />}
        title="没有可以起草的章节"
        text="要有一本有正文的书或课，和一个你能编辑的题库或教材"
      >
        <BackToBank />
      </RegionState>
    )
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-3.5 overflow-y-auto desk:grid-cols-[300px_minmax(0,1fr)]">
      <SourceForm
        sources={sources}
        banks={banks}
        running={drafting.state === 'running'}
        onDraft={(input, bank, chapter) => void draft({ asked: input, bank, chapter })}
        onStop={() => running.current?.abort()}
      />
      <section aria-label="草稿" className="min-w-0">
        {drafting.state === 'idle' && (
          <Card>
            <RegionState
              tone="violet"
              icon={<Sparkles size={24} />}
              title="选好一章，让 AI 先写几道"
              text="每道题都要有原文依据，并由不看答案的第二遍核对；和已有题目相近的会标出来"
            />
          </Card>
        )}
        {drafting.state === 'running' && (
          <Card>
            <p role="status" className="px-5 pt-4 text-ink-3">
              正在读这一章、起草并核对，通常不到一分钟…
            </p>
            <TableSkeleton height={72} count={3} />
          </Card>
        )}
        {drafting.state === 'failed' && (
          <Card>
            <Failure error={drafting.error} noun="草稿" onRetry={() => void draft(drafting.draftRequest)} />
          </Card>
        )}
        {drafting.state === 'done' && (
          <DraftResults
            key={JSON.stringify(drafting.data)}
            data={drafting.data}
            bank={drafting.draftRequest.bank}
            chapter={drafting.draftRequest.chapter}
          />
        )}
      </section>
    </div>
  )
}

const Card = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col overflow-hidden rounded-card bg-card">{children}</div>
)

const BackToBank = () => (
  <Link href="/bank" className={consoleButtonClass('line', 'small')}>
    回到题库
  </Link>
)

function NoModel() {
  return (
    <RegionState
      tone="amber"
      icon={<Sparkles size={24} />}
      title="没有接入大模型"
      text="请管理员在服务器上设置 DXX_AI_URL；没有大模型时可以手工新建题目，或从文件导入"
    >
      <BackToBank />
      <ConsoleButton kind="quiet" size="small" onClick={() => location.reload()}>
        再看一次
      </ConsoleButton>
    </RegionState>
  )
}
