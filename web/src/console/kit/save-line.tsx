import CloudAlert from 'lucide-react/icons/cloud-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import { useState } from 'react'
import { ConsoleButton } from './button'
import { Dialog } from './dialog'
import { LineDifference } from './line-difference'
import type { TextSync, TextView } from './text-sync'
import { timeText } from './time'
import { offerUndo } from './undo'

/** Save state of a text: when it was saved, or why it was not. */
export function SaveLine({ view: { state, savedAt, msg, loadedNote } }: { view: TextView }) {
  const clock = savedAt > 0 ? timeText(savedAt).replace(/^今天 /, '') : ''
  return (
    <p role="status" className="flex items-center gap-1.5 text-12 text-ink-3">
      {state === 'saved' && (
        <>
          <CloudCheck size={15} />
          {loadedNote || `已保存 ${clock}`}
        </>
      )}
      {(state === 'waiting' || state === 'saving') && (
        <>
          <CloudUpload size={15} />
          正在保存…
        </>
      )}
      {state === 'offline' && (
        <span className="flex items-center gap-1.5 text-amber">
          <CloudAlert size={15} />
          {msg || '没有连上'}，已存在本机，恢复后自动保存
        </span>
      )}
      {state === 'conflict' && <span className="text-amber">没有保存：内容已被改过</span>}
      {state === 'gone' && <span className="text-danger">没有保存：{msg}，内容存在本机</span>}
      {state === 'refused' && <span className="text-danger">没有保存：{msg}</span>}
    </p>
  )
}

/**
 * Dialog shown if another staff member saved the text since this page loaded it. The differences can be read before
 * choosing a version.
 */
export function TextConflict({ sync, view: { state, otherVersion, text } }: { sync: TextSync; view: TextView }) {
  /** Version whose dialog the user closed to go on writing; nothing is saved until the conflict ends. */
  const [postponed, setPostponed] = useState('')
  if (state !== 'conflict' || !otherVersion) return null
  const { isOwn } = otherVersion
  const who = isOwn ? '你在别处' : otherVersion.updatedBy || '别人'
  const there = isOwn ? '别处' : '对方'
  if (postponed === otherVersion.hash)
    return (
      <div role="status" className="flex items-center gap-3 rounded-card bg-amber-soft px-4 py-2 text-amber">
        <span className="min-w-0 flex-1">{who}改过这段文字，这里的先存在本机，没有保存</span>
        <ConsoleButton kind="page" size="small" onClick={() => setPostponed('')}>
          比较后决定…
        </ConsoleButton>
      </div>
    )
  return (
    <Dialog
      open
      wide
      onClose={() => setPostponed(otherVersion.hash)}
      title={`${who}改过这段文字`}
      note={`${timeText(otherVersion.updatedAt)} 保存；这里的还没有保存，但都在本机，不会丢`}
      actions={
        <>
          <ConsoleButton
            onClick={() => offerUndo(isOwn ? '已载入别处的版本' : `已载入 ${who} 的版本`, sync.loadOtherVersion())}
          >
            载入{there}的版本
          </ConsoleButton>
          <ConsoleButton kind="amber" onClick={() => sync.overwriteOtherVersion()}>
            用这里的替换{there}的
          </ConsoleButton>
        </>
      }
    >
      <p className="mb-1 text-12 text-ink-3">
        <span className="text-danger">− {isOwn ? there : who}的版本里有</span>，
        <span className="text-success">+ 这里的文字里有</span>
        ；相同的文字折起来了
      </p>
      <div className="max-h-96 overflow-auto">
        <LineDifference before={otherVersion.text} after={text} />
      </div>
    </Dialog>
  )
}
