import type { SiteHealth } from '@dxx/contract/calls/staff/site'

const hour = 3600

/** Maximum age of the last backup in seconds: one day and two hours, as backups run daily. */
const backupEvery = 26 * hour
/** Seconds. Jobs normally run within seconds; a job that waits longer than this is blocked. */
const jobPatience = 300
/** Event loop delay in milliseconds from which a server counts as slow. */
const slowLoopMs = 500

/** Texts of the problems that the owner should check; empty for a healthy site. */
export function problemsOf({ at, servers, jobs, backup, services }: SiteHealth): string[] {
  const silent = servers.filter((server) => server.silent)
  const alive = servers.filter((server) => !server.silent)
  const full = alive.filter(({ disk }) => disk.bytes > 0 && disk.freeBytes < disk.bytes / 10)
  const slow = alive.filter(({ loopDelayMs }) => loopDelayMs > slowLoopMs)
  const failing = services.filter(({ errors }) => errors > 0)
  return [
    silent.length > 0 && `${silent.length} 个服务器进程失联`,
    full.length > 0 && `${full.length} 个服务器的磁盘剩余不到一成`,
    slow.length > 0 && `${slow.length} 个服务器响应迟缓`,
    jobs.failed > 0 && `${jobs.failed} 个任务失败`,
    jobs.oldestDueAt !== null && at - jobs.oldestDueAt > jobPatience && '有任务等了 5 分钟以上',
    !backup && '还没有备份过',
    backup && at - backup.at > backupEvery && '超过一天没有备份',
    ...failing.map(({ name, errors }) => `${name}出错 ${errors} 次`),
  ].filter((text): text is string => Boolean(text))
}
