<?php

declare(strict_types=1);

return (new PhpCsFixer\Config())
    ->setRules(['@PER-CS' => true, 'declare_strict_types' => true])
    ->setRiskyAllowed(true)
    ->setUsingCache(false)
    ->setFinder(PhpCsFixer\Finder::create()->in(__DIR__ . '/src'));
