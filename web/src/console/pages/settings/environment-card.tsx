/** Environment variables, read-only, because changing them needs a restart. */
export function EnvironmentCard({ environment }: { environment: { name: string; value: string; note: string }[] }) {
  return (
    <section aria-label="环境变量" className="rounded-card bg-card p-5">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-15 font-semibold">环境变量</h2>
        <span className="text-12 text-ink-3">只读；修改后重新启动服务才生效，密钥不显示</span>
      </div>
      <dl className="grid gap-x-6 desk:grid-cols-2">
        {environment.map(({ name, value, note }) => (
          <div key={name} className="flex min-h-9 items-center gap-3 border-b border-line py-1.5">
            <dt className="min-w-0 flex-1">
              <span className="block text-12 wrap-anywhere">{name}</span>
              <span className="block text-11 text-ink-3">{note}</span>
            </dt>
            <dd className="max-w-1/2 text-right wrap-anywhere">{value || '未设置'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
