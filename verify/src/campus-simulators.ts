import { startCasSimulator } from '../../server/src/testing/simulators/cas'
import { startLtiPlatform } from '../../server/src/testing/simulators/lti-platform'
import { simulatedClient, startOidcSimulator } from '../../server/src/testing/simulators/oidc'
import { simulatedStore, startXapiStore } from '../../server/src/testing/simulators/xapi-store'

interface CampusOptions {
  /** Student number with which every simulated system logs in. */
  student: string
  name: string
  /** Address of the product, whose public key the learning platform trusts. */
  tool: string
}

/**
 * Starts the simulated systems of a school on the ports 4807 to 4810. Returns the values to enter in the console's page
 * 校园对接.
 */
export async function startCampusSimulators({ student, name, tool }: CampusOptions): Promise<string> {
  const [cas, oidc, lti, xapi] = await Promise.all([
    startCasSimulator({ port: 4807 }),
    startOidcSimulator({ port: 4808 }),
    startLtiPlatform({ port: 4809 }),
    startXapiStore({ port: 4810 }),
  ])
  cas.visitor({ user: student, attributes: { cn: name } })
  oidc.visitor({ sub: `sub-${student}`, claims: { student_no: student, name } })
  lti.trust(async () => (await (await fetch(`${tool}/lti/keys`)).json()) as never)
  lti.setMembers([{ user_id: 'student-1', name, roles: ['Learner'], lis_person_sourcedid: student }])
  const { issuer, clientId, deploymentIds, siteUrl, authUrl, tokenUrl, jwksUrl } = lti.registration
  return `学校的系统，在管理台“校园对接”里填写；登录的人是 ${student} ${name}（换人：npm run simulators -- 学号 姓名）

CAS 3.0：${cas.url}
  姓名所在的属性 cn

OpenID Connect：${oidc.url}
  客户端编号 ${simulatedClient.clientId}，密钥 ${simulatedClient.secret}
  学号所在的字段 student_no，姓名所在的字段 name

学习平台（LTI 1.3），信任 ${tool} 的公钥：
  签发者 ${issuer}  客户端编号 ${clientId}  部署编号 ${deploymentIds.join('、')}
  平台网址 ${siteUrl}  登录地址 ${authUrl}  令牌地址 ${tokenUrl}  公钥地址 ${jwksUrl}
  课程页（target 写 chapter:、curriculum:、practice: 或 exam: 加编号）：
  ${siteUrl}/course?tool=${encodeURIComponent(tool)}&student=${student}&target=chapter:<编号>

学习记录库（xAPI）：${xapi.url}
  用户名 ${simulatedStore.username}，密码 ${simulatedStore.password}`
}
