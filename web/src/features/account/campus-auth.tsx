import School from 'lucide-react/icons/school'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { useCampusBind } from './use-campus-bind'

interface CampusAuthProps {
  /** Null until a school with campus login is chosen; the component still handles a return from a school. */
  school: { id: string; name: string } | null
  route: string
  onPassed(): void
}

/** Student authentication by campus account: the school confirms number and name, so nothing has to be reviewed. */
export function CampusAuth({ school, route, onPassed }: CampusAuthProps) {
  const bind = useCampusBind(route, (user) => user.studentStatus === 'passed' && onPassed())
  if (!school) return null
  return (
    <Card>
      <h2 className="text-15 font-semibold">用校园账号认证</h2>
      <p className="mt-1 mb-4 text-13 text-ink-2">在{school.name}的登录页登录一次，当场通过，不用上传照片。</p>
      <Button block loading={bind.running} onClick={() => void bind.start(school.id)}>
        <School aria-hidden="true" size={18} />
        去学校登录
      </Button>
    </Card>
  )
}
