"""Word lists for folder and file names: environments, places, and nouns such as `cluster` or `tenant`."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Evidence if they are the whole name of a folder; as one of several words only if the other folder has one, too.
ENVIRONMENTS = _words(
    """
    dev develop development devel test testing qa uat sit stage staging stg pre preprod preproduction prerelease preview
    prd prod production sandbox daily
    """
)
# Cities of Alibaba Cloud regions, other cities used as cluster names, and parts of China.
PLACES = _words(
    """
    beijing shanghai hangzhou shenzhen guangzhou qingdao zhangjiakou huhehaote hohhot wulanchabu ulanqab chengdu heyuan
    hongkong xianggang nanjing fuzhou wuhan zhengzhou
    aomen changchun changsha chongqing dalian dongguan foshan guiyang haerbin haikou harbin hefei jiaxing jinan kunming
    langfang lanzhou lasa macau nanchang nanning nantong ningbo shaoxing shenyang shijiazhuang suzhou taipei taiwan
    taiyuan tianjin urumqi wenzhou wulumuqi wuxi xiamen xian xining yangzhou yinchuan zhuhai zhongwei
    bangkok dubai frankfurt jakarta kualalumpur london manila mexico mumbai osaka paris riyadh seoul silicon singapore
    sydney tokyo virginia
    huabei huadong huanan huazhong xibei xinan dongbei
    """
)
# Ambiguous words: evidence only if both folders have one.
HINTS = _words(
    """
    alpha beta canary demo gray grey int integration live local nonprod offline online perf pro
    backup dr standby
    east west north south central northeast northwest southeast southwest
    bj sh hz sz gz qd zjk hhht wlcb cd hk nj fz wh zz sg jp kr us eu uk
    emea apac asia europe america china global overseas domestic
    """
)
# Nouns of which there are several instances, such as `cluster-a` and `tenant-acme`.
NOUNS = _words("cluster env environment region tenant zone idc dc datacenter site cell customer")
# Each direct subfolder of a folder with one of these names is a separate cluster, tenant or the like.
HOLDERS = _words(
    """
    clusters envs env environments environment overlays overlay regions region tenants tenant stages sites zones cells
    datacenters customers
    examples example samples sample demos tutorials testdata fixtures
    """
)
# Name parts in Chinese.
CHINESE = tuple(
    _words(
        """
        生产 正式 线上 测试 开发 预发 灰度 演示 沙箱 集群 租户 华东 华北 华南 华中 西南
        北京 上海 杭州 深圳 广州 青岛 张家口 呼和浩特 乌兰察布 成都 河源 香港 南京 福州 武汉 郑州
        新加坡 东京 首尔 法兰克福
        """
    )
)
