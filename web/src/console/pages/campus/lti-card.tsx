import type { LtiPlatformState } from '@dxx/contract/calls/staff/campus'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { Failure, TableSkeleton } from '../../kit/states'
import { StateTag } from '../../kit/tag'
import { CampusCard } from './card'
import { CopyLine } from './copy-line'
import { LtiLinks } from './lti-links'
import { PlatformDialog } from './platform-dialog'

/** Learning platforms of the school: registrations, links in their courses, and the addresses to register there. */
export function LtiCard({ schoolId }: { schoolId: string }) {
  const { data, error, refetch } = useStaffCall(
    'GET /staff/v1/lti_info',
    { schoolId },
    { refetchInterval: ({ state }) => (state.data?.links.some(({ membersDue }) => membersDue) ? 5000 : false) },
  )
  const [edited, setEdited] = useState<LtiPlatformState | 'new' | null>(null)
  const [deleted, setDeleted] = useState<LtiPlatformState | null>(null)
  const remove = useStaffAction('POST /staff/v1/lti_platform_delete', {
    changes: ['GET /staff/v1/lti_info'],
    onDone: () => {
      setDeleted(null)
      toast('已删除')
    },
  })
  return (
    <CampusCard title="学习平台（LTI 1.3）" note="从 Moodle、Canvas 等平台打开章节、课程、练习和考试，成绩传回平台">
      {!data ? (
        error ? (
          <Failure error={error} noun="学习平台" onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton height={56} />
        )
      ) : (
        <>
          {data.platforms.length === 0 && <p className="mt-3 text-ink-2">还没有登记学习平台。</p>}
          <ul className="mt-2 divide-y divide-line">
            {data.platforms.map((platform) => (
              <li key={platform.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
                <span className="min-w-48 flex-1">
                  <b className="block font-semibold">{platform.name}</b>
                  <span className="block text-12 wrap-anywhere text-ink-3">{platform.issuer}</span>
                </span>
                <StateTag tone={platform.enabled ? 'green' : 'amber'}>
                  {platform.enabled ? '已启用' : '已停用'}
                </StateTag>
                <ConsoleButton size="small" aria-label={`修改${platform.name}`} onClick={() => setEdited(platform)}>
                  修改
                </ConsoleButton>
                <ConsoleButton
                  kind="danger"
                  size="small"
                  aria-label={`删除${platform.name}`}
                  onClick={() => setDeleted(platform)}
                >
                  删除…
                </ConsoleButton>
              </li>
            ))}
          </ul>
          <ConsoleButton kind={data.platforms.length === 0 ? 'primary' : 'soft'} onClick={() => setEdited('new')}>
            登记学习平台
          </ConsoleButton>
          <div className="mt-4 border-t border-line pt-3">
            <p className="text-12 text-ink-3">在学习平台里添加外部工具时填写：</p>
            <CopyLine label="登录发起地址" value={data.addresses.login} />
            <CopyLine label="工具和回调地址" value={data.addresses.launch} />
            <CopyLine label="公钥地址" value={data.addresses.keys} />
          </div>
          <LtiLinks schoolId={schoolId} links={data.links} />
        </>
      )}
      {edited && (
        <PlatformDialog
          schoolId={schoolId}
          platform={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <Confirm
        open={deleted !== null}
        onClose={() => setDeleted(null)}
        title={`删除“${deleted?.name ?? ''}”？`}
        effect="平台课程里的链接都打不开了，成绩不再回传。学生的账号和学习记录保留。"
        confirm="删除 1 个平台"
        running={remove.running}
        onConfirm={() => deleted && void remove.run({ schoolId, id: deleted.id })}
      />
    </CampusCard>
  )
}
