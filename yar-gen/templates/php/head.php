<?php

// {{ head.generated }}

declare(strict_types=1);

namespace {{ head.namespace }};
