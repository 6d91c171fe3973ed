import { formatExactTime } from '@dxx/contract/rules/time-from'

export const rfc3339 = (seconds: number) => `${formatExactTime(seconds).replace(' ', 'T')}+08:00`
