#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
static std::jmp_buf jump; static volatile std::sig_atomic_t last = 0;
static void handler(int s) { last = s; }
static void deep(int n) { if (n == 0) std::longjmp(jump, 99); deep(n - 1); }
int main() {
    int code = setjmp(jump); if (code == 0) { std::cout << "开始" << std::endl; deep(5); } std::cout << "返回 " << code << std::endl;
    std::signal(SIGINT, handler); std::raise(SIGINT); std::cout << (last == SIGINT) << std::endl; std::signal(SIGTERM, SIG_IGN); std::cout << std::raise(SIGTERM) << std::endl;
    std::atexit([] { std::puts("退出"); }); try { if (last) throw last; } catch (...) { std::cout << "异常与跳转并存" << std::endl; } struct Never { ~Never() { std::puts("不应出现"); } } never; std::exit(0);
}
