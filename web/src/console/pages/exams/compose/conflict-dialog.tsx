import { useState } from 'react'
import { useLocation } from 'wouter'
import { ApiError } from '../../../../api/error'
import { toast } from '../../../../state/flash'
import { callStaff } from '../../../api/client'
import { useSignedInStaff } from '../../../frame/me'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { timeText } from '../../../kit/time'
import { offerUndo } from '../../../kit/undo'
import { computeDraftStatistics } from './draft-figures'
import { useOpenDraft } from './use-draft'

/** Shown if another staff member saved or deleted the draft since this page loaded it; both versions can be kept. */
export function ConflictDialog() {
  const { id, sync, view } = useOpenDraft()
  const me = useSignedInStaff()
  const [, go] = useLocation()
  const [busy, setBusy] = useState(false)
  const [hidden, setHidden] = useState(false)
  const { state, otherVersion, body, briefs } = view
  const isGone = state === 'gone'
  if ((state !== 'conflict' || !otherVersion) && !isGone) return null
  const who = otherVersion?.updatedBy === me.person.nickname ? '你在另一个窗口' : (otherVersion?.updatedBy ?? '')
  const edited = computeDraftStatistics(body, briefs)

  async function keepCopy() {
    if (busy) return
    setBusy(true)
    try {
      const title = `${body.title.trim() || '未命名考试'}（我的副本）`.slice(0, 100)
      const copy = await callStaff('POST /staff/v1/exam_draft_create', isGone ? {} : { draft: id })
      const { version } = copy
      await callStaff('POST /staff/v1/exam_draft_save', { id: copy.id, version, body: { ...body, title } })
      sync.forget()
      toast('你的内容已存为另一份草稿')
      go(`/exams/drafts/${copy.id}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.shown) toast(`${error.msg}，你的内容仍存在本机`)
    } finally {
      setBusy(false)
    }
  }
  function loadOtherVersion() {
    const undo = sync.loadOtherVersion()
    offerUndo(`已载入${who === '你在另一个窗口' ? '另一个窗口' : ` ${who} `}的版本`, undo)
  }
  if (hidden) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 rounded-card bg-amber-soft px-4 py-2 text-amber">
        <span className="flex-1">{isGone ? '草稿已被删除' : `${who}改过这份草稿`}，你的内容没有保存，只存在本机</span>
        <ConsoleButton kind="line" size="small" onClick={() => setHidden(false)}>
          现在处理
        </ConsoleButton>
      </p>
    )
  }
  return (
    <Dialog
      open
      onClose={() => setHidden(true)}
      title={isGone ? '这份草稿已被删除' : `${who}改过这份草稿`}
      note={otherVersion ? `${timeText(otherVersion.updatedAt)} 保存` : undefined}
      actions={
        <>
          {!isGone && <ConsoleButton onClick={loadOtherVersion}>载入对方的版本</ConsoleButton>}
          <ConsoleButton kind="primary" loading={busy} onClick={() => void keepCopy()}>
            {isGone ? '存为新草稿' : '保留我的为副本'}
          </ConsoleButton>
        </>
      }
    >
      <p className="text-ink-2">你的内容还没有保存，但都在本机，不会丢。</p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        {otherVersion && (
          <>
            <dt className="text-ink-3">对方的版本</dt>
            <dd>
              {otherVersion.title || '未命名考试'}，{otherVersion.questions} 题，{otherVersion.points} 分
            </dd>
          </>
        )}
        <dt className="text-ink-3">你的内容</dt>
        <dd>
          {body.title || '未命名考试'}，{edited.questions} 题，{edited.points} 分
        </dd>
      </dl>
    </Dialog>
  )
}
