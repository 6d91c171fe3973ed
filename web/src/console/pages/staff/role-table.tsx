import { allPermissions, allRoles, permissions, roleHasPermission, roles, scopeKinds } from '@dxx/contract/staff'
import Check from 'lucide-react/icons/check'
import { Dialog } from '../../kit/dialog'

/** Permissions of each role, from the fixed table of the contract. */
export function RoleTable({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog side open={open} onClose={onClose} title="角色能做什么" note="角色是固定的；范围在授权时指定">
      <div className="space-y-4">
        {allRoles.map((role) => (
          <section key={role} aria-label={roles[role].name}>
            <h3 className="font-semibold">
              {roles[role].name}
              <span className="ml-2 text-12 font-normal text-ink-3">
                范围：{roles[role].scopes.map((kind) => scopeKinds[kind]).join('、')}
              </span>
            </h3>
            <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-ink-2">
              {allPermissions
                .filter((permission) => roleHasPermission(role, permission))
                .map((permission) => (
                  <li key={permission} className="flex items-center gap-1">
                    <Check size={13} className="text-primary" />
                    {permissions[permission]}
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
