import type { LtiLinkState } from '@dxx/contract/calls/staff/campus'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useLocation } from 'wouter'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { StateTag } from '../../kit/tag'

/** Links that were opened from courses of the platforms, with the state of scores and rosters. */
export function LtiLinks({ schoolId, links }: { schoolId: string; links: LtiLinkState[] }) {
  const [, go] = useLocation()
  const read = useStaffAction('POST /staff/v1/lti_members_read', {
    changes: ['GET /staff/v1/lti_info'],
    onDone: () => toast('正在读取名单'),
  })
  const compare = useStaffAction('POST /staff/v1/lti_members_import', {
    changes: ['GET /staff/v1/roster_list'],
    onDone: ({ id }) => go(`/classes/rosters/${id}`),
  })
  if (links.length === 0) return null
  return (
    <div className="mt-4 border-t border-line pt-3">
      <h3 className="font-semibold">课程里的链接</h3>
      <ul className="divide-y divide-line">
        {links.map((link) => (
          <li key={link.id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-3">
            <span className="min-w-60 flex-1">
              <span className="block font-semibold">{link.title || '内容已下架'}</span>
              <span className="block text-12 text-ink-3">
                {link.platform}
                {link.course && ` · ${link.course}`} · {link.students} 名学生
                {link.takesScores ? `，已回传 ${link.sent} 个成绩` : '，平台不收成绩'}
                {link.members !== null && `，名单 ${link.members} 人`}
              </span>
              {(link.lastError || link.membersError) && (
                <span className="block text-12 wrap-anywhere text-danger">{link.lastError || link.membersError}</span>
              )}
            </span>
            {link.failing > 0 && (
              <StateTag tone="amber" icon={<TriangleAlert size={13} />}>
                {link.failing} 个未送达
              </StateTag>
            )}
            {link.hasRoster && (
              <ConsoleButton
                size="small"
                loading={link.membersDue}
                aria-label={`读取${link.title}的名单`}
                onClick={() => void read.run({ schoolId, id: link.id })}
              >
                {link.members === null ? '读取名单' : '重新读取'}
              </ConsoleButton>
            )}
            {(link.members ?? 0) > 0 && (
              <ConsoleButton
                size="small"
                loading={compare.running}
                aria-label={`把${link.title}的名单和名册比较`}
                onClick={() => void compare.run({ schoolId, id: link.id })}
              >
                和名册比较…
              </ConsoleButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
