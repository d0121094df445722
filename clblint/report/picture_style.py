"""The style sheet of pictures of plans: an image has it in itself, a page with several images once."""

from __future__ import annotations

STYLE = """\
.plan{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;background:#fff}
.plan text{fill:#1f2328;white-space:pre}
.plan .head{font-weight:600}
.plan .place{fill:#59636e}
.plan rect{fill:#f6f8fa;stroke:#59636e}
.plan path{fill:none;stroke:#59636e}
.plan .dashed{stroke-dasharray:5 3}
.plan .new rect{fill:#dafbe1;stroke:#1a7f37}
.plan .changed rect{fill:#fff8c5;stroke:#9a6700}
.plan .removed rect{fill:#fff;stroke-dasharray:5 3}
.plan .refused rect{fill:#ffebe9;stroke:#cf222e;stroke-width:3}
.plan .unknown rect{fill:#fff;stroke-dasharray:2 2}
@media (prefers-color-scheme:dark){
.plan{background:#0d1117}
.plan text{fill:#e6edf3}
.plan .place{fill:#9198a1}
.plan rect{fill:#151b23;stroke:#9198a1}
.plan path{stroke:#9198a1}
.plan .new rect{fill:#12361f;stroke:#3fb950}
.plan .changed rect{fill:#3b2e00;stroke:#d29922}
.plan .removed rect,.plan .unknown rect{fill:#0d1117}
.plan .refused rect{fill:#4a1519;stroke:#f85149}
}
"""
