/** Programs that warm up the compiler: they use what most beginners' programs use. */
export const warmUpSources = {
  c: '#include <stdio.h>\n#include <stdlib.h>\nint main() { int n; scanf("%d", &n); printf("%d\\n", abs(n)); }',
  cpp: `#include <algorithm>
#include <iostream>
#include <map>
#include <vector>
int main() {
  std::vector<int> list{3, 1, 2};
  std::sort(list.begin(), list.end());
  std::map<std::string, int> counts;
  for (int number : list) counts[std::to_string(number)]++;
  std::cout << counts.size() << std::endl;
}`,
}
