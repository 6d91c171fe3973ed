import type { StaffVersion } from '@dxx/contract/calls/staff/site-content'
import Smartphone from 'lucide-react/icons/smartphone'
import { type ReactNode, useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { Dialog } from '../../kit/dialog'
import { SelectField, TextArea, TextField } from '../../kit/fields'
import { useNewButton } from '../../kit/new-button'
import { PageHead } from '../../kit/page-head'
import { Failure, RegionState, TableSkeleton } from '../../kit/states'
import { StateTag } from '../../kit/tag'
import { timeText } from '../../kit/time'
import { TimeField } from '../../kit/time-field'

/** Versions of the mobile app to which older versions are asked to update. */
export function Versions({ tabs }: { tabs: ReactNode }) {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/version_list', {})
  const [edited, setEdited] = useState<StaffVersion | 'new' | null>(null)
  const [deleted, setDeleted] = useState<StaffVersion | null>(null)
  const remove = useStaffAction('POST /staff/v1/version_delete', {
    changes: ['GET /staff/v1/version_list'],
    onDone: () => {
      setDeleted(null)
      toast('已删除')
    },
  })
  const add = useNewButton('新增版本', () => setEdited('new'))
  return (
    <>
      <PageHead title="站点内容" facts="到发布时间后，旧版应用会提示更新" actions={add} />
      {tabs}
      <section aria-label="应用版本" className="min-h-0 flex-1 overflow-y-auto rounded-card bg-card">
        {!data ? (
          error ? (
            <Failure error={error} noun="应用版本" onRetry={() => void refetch()} />
          ) : (
            <TableSkeleton height={84} />
          )
        ) : data.list.length === 0 ? (
          <RegionState tone="blue" icon={<Smartphone size={24} />} title="还没有版本" text="发布新的应用后在这里登记">
            {add}
          </RegionState>
        ) : (
          <ul className="divide-y divide-line">
            {data.list.map((version) => (
              <li key={version.version} className="flex flex-wrap items-start gap-3 px-5 py-3.5">
                <div className="min-w-60 flex-1">
                  <h2 className="flex items-center gap-2 text-14 font-semibold">
                    {version.version}
                    {version.force && <StateTag tone="amber">必须更新</StateTag>}
                  </h2>
                  <p className="user-text text-ink-2">{version.notes}</p>
                  <p className="text-12 break-all text-ink-3">
                    {timeText(version.publishedAt)} 发布 · {version.url}
                  </p>
                </div>
                <div className="flex gap-2">
                  <ConsoleButton size="small" onClick={() => setEdited(version)}>
                    修改
                  </ConsoleButton>
                  <ConsoleButton kind="danger" size="small" onClick={() => setDeleted(version)}>
                    删除…
                  </ConsoleButton>
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
      {edited && (
        <VersionDialog
          version={edited === 'new' ? null : edited}
          taken={data?.list.map(({ version }) => version) ?? []}
          onClose={() => setEdited(null)}
        />
      )}
      <Confirm
        open={deleted !== null}
        onClose={() => setDeleted(null)}
        title={`删除版本 ${deleted?.version ?? ''}？`}
        effect="旧版应用不再提示更新到它；已经更新的不受影响。"
        confirm="删除 1 个版本"
        running={remove.running}
        onConfirm={() => deleted && void remove.run({ version: deleted.version })}
      />
    </>
  )
}

interface VersionDialogProps {
  /** Version that is changed; null for a new one. */
  version: StaffVersion | null
  /** Numbers of all versions: a new version with one of them would replace it. */
  taken: readonly string[]
  onClose(): void
}

function VersionDialog({ version, taken, onClose }: VersionDialogProps) {
  const [number, setNumber] = useState(version?.version ?? '')
  const [notes, setNotes] = useState(version?.notes ?? '')
  const [url, setUrl] = useState(version?.url ?? 'pages/download/index')
  const [force, setForce] = useState(version?.force ?? false)
  const [at, setAt] = useState<number | null>(version?.publishedAt ?? Math.floor(Date.now() / 60_000) * 60)
  const [tried, setTried] = useState(false)
  const save = useStaffAction('POST /staff/v1/version_save', {
    changes: ['GET /staff/v1/version_list'],
    onDone: () => {
      toast('已保存')
      onClose()
    },
  })
  const isNumber = /^\d{1,4}(\.\d{1,4}){0,3}$/.test(number.trim())
  const isTaken = version === null && taken.includes(number.trim())
  const isUrl = /^(https:\/\/[^\s/]+\S*|pages\/[\w\-/]+)$/.test(url.trim())
  const submit = () => {
    setTried(true)
    if (isNumber && !isTaken && isUrl && notes.trim() && at !== null)
      void save.run({ version: number.trim(), notes, url: url.trim(), force, publishedAt: at })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={version ? `修改版本 ${version.version}` : '新增版本'}
      actions={
        <>
          <ConsoleButton onClick={onClose}>取消</ConsoleButton>
          <ConsoleButton kind="amber" loading={save.running} onClick={submit}>
            保存
          </ConsoleButton>
        </>
      }
    >
      <div className="grid gap-3 pt-1">
        {!version && (
          <TextField
            label="版本号"
            placeholder="2.5.0"
            value={number}
            onChange={setNumber}
            error={isTaken ? '这个版本已经登记过，请在列表里修改它' : tried && !isNumber ? '应形如 2.5.0' : undefined}
          />
        )}
        <TextArea
          label="更新内容（学生看得到）"
          maxLength={500}
          value={notes}
          onChange={setNotes}
          error={tried && !notes.trim() ? '请写更新内容' : undefined}
        />
        <TextField
          label="下载地址"
          value={url}
          onChange={setUrl}
          error={tried && !isUrl ? '应以 https:// 开头，或是 pages/download/index 这样的页面' : undefined}
        />
        <SelectField
          label="怎样提示"
          value={force ? 'force' : 'offer'}
          onChange={(next) => setForce(next === 'force')}
          options={[
            { value: 'offer', label: '提示更新，可以跳过' },
            { value: 'force', label: '必须更新才能继续用' },
          ]}
        />
        <TimeField
          label="发布时间"
          value={at}
          onChange={setAt}
          error={tried && at === null ? '请选择发布时间' : undefined}
        />
      </div>
    </Dialog>
  )
}
